import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { STILL_MEMORY } from './limits.ts'
import { runTool } from './run-tool.ts'
import { deathSignal, sandboxKind } from './sandbox.ts'

const HOLDING = new URL('../../../tests/support/children/tool-holding-child.ts', import.meta.url)

const node = (script: string, memory?: number) =>
  runTool({ program: process.execPath, args: ['-e', script], timeout: 20_000, memory })

test('a tool has no network if the system allows', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const connect = `require('net').connect(${port}, '127.0.0.1').on('connect', () => console.log('online')).on('error', () => console.log('offline'))`
  const wanted = (await sandboxKind()) !== 'none' ? 'offline' : 'online'
  expect((await node(connect)).trim()).toBe(wanted)
})

test('a tool sees no settings and writes only to its own folder, if the system allows', async () => {
  vi.stubEnv('MEDIA_KEYS', 'hush')
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await mkdtemp(join(tmpdir(), 'nagare-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const own = join(folder, 'own')
  await mkdir(own)
  const tries = `const { writeFileSync, readFileSync } = require('fs');
    const attempt = (work) => { try { return work() } catch (error) { return error.code } };
    const write = (folder) => attempt(() => { writeFileSync(folder + '/x', ''); return 'written' });
    console.log(JSON.stringify([process.env.MEDIA_KEYS, write('${own}'), write('${folder}'),
      attempt(() => readFileSync('/proc/${process.pid}/environ', 'utf8').includes('PATH'))]))`
  const told = JSON.parse(
    await runTool({ program: process.execPath, args: ['-e', tries], writes: own, timeout: 20_000 }),
  )
  const isSandboxed = (await sandboxKind()) === 'bwrap'
  expect(told).toEqual([null, 'written', isSandboxed ? 'EROFS' : 'written', isSandboxed ? 'ENOENT' : true])
})

test('a tool ends at its memory limit', async () => {
  const fill = (megabytes: number) => `console.log(Buffer.alloc(${megabytes} * 1e6, 1).length)`
  expect(await node(fill(500), STILL_MEMORY)).toBe('500000000\n')
  await expect(node(fill(1_700), STILL_MEMORY)).rejects.toThrow('ended with')
})

test('a tool that takes too long is killed, and so is one of a run that is stopped', async () => {
  const waiting = { program: process.execPath, args: ['-e', 'setTimeout(() => {}, 60_000)'] }
  const late = runTool({ ...waiting, timeout: 200 })
  await expect(late).rejects.toMatchObject({ timedOut: true, message: expect.stringContaining('0.2 s') })
  const stop = new AbortController()
  const stopped = runTool({ ...waiting, timeout: 30_000, signal: stop.signal })
  stop.abort(new Error('no longer wanted'))
  await expect(stopped).rejects.toThrow('no longer wanted')
})

test('a tool ends when its parent is killed', async () => {
  const { child, mark } = await aHeldTool()
  expect((await toolsWith(mark)).length).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await toolsWith(mark)).toEqual([]), { timeout: 5_000 })
}, 20_000)

test('and even if the tool’s watcher was killed before, with a death signal', async ({ skip }) => {
  if ((await deathSignal()).length === 0) skip('setpriv knows no --pdeathsig here')
  const { child, mark } = await aHeldTool()
  for (const { pid, command } of await commandsWith(mark))
    if (isWatcher(command)) process.kill(pid, 'SIGKILL')
  child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await toolsWith(mark)).toEqual([]), { timeout: 5_000 })
}, 20_000)

async function aHeldTool() {
  const mark = `tool-of-${randomUUID()}`
  const { process: child, lines } = spawnModule(HOLDING, [mark])
  await lines.next()
  return { child, mark }
}

const isWatcher = (command: string) => command.startsWith('/bin/sh')
const toolsWith = async (word: string) =>
  (await commandsWith(word)).filter(({ command }) => !isWatcher(command))

/** Processes whose command has a word. */
async function commandsWith(word: string): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args='], { maxBuffer: 1e8 })
  const lines = stdout.split('\n').filter((line) => line.includes(word))
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }))
}
