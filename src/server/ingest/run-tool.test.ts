import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { STILL_MEMORY } from './limits.ts'
import { offline } from './offline.ts'
import { runTool } from './run-tool.ts'

const node = (script: string, memory?: number) =>
  runTool({ program: process.execPath, args: ['-e', script], timeout: 20_000, memory })

test('a tool has no network where the system can take it away', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const connect = `require('net').connect(${port}, '127.0.0.1').on('connect', () => console.log('online')).on('error', () => console.log('offline'))`
  const wanted = (await offline()).length > 0 ? 'offline' : 'online'
  expect((await node(connect)).trim()).toBe(wanted)
})

test('a tool ends when it takes more memory than it may', async () => {
  const fill = (megabytes: number) => `console.log(Buffer.alloc(${megabytes} * 1e6, 1).length)`
  expect(await node(fill(500), STILL_MEMORY)).toBe('500000000\n')
  await expect(node(fill(1_700), STILL_MEMORY)).rejects.toThrow('ended with')
})
