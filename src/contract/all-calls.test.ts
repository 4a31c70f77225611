import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from './all-calls.ts'

test('every call of the contract is listed, under a name and at an address of its own', async () => {
  const files = globSync('**/*-calls.ts', { cwd: import.meta.dirname }).filter(
    (file) => file !== 'all-calls.ts',
  )
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
  const names = modules.flatMap((each) => Object.keys(each))
  expect(allCalls.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  expect(new Set(allCalls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(names.length)
})

test.each(allCalls)('%s names what its path holds, and takes a query or a body', (_, call) => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(call.params?.shape ?? {})).toEqual(names)
  expect(call.query && call.body).toBeUndefined()
  if (call.method === 'GET') expect(call.body).toBeUndefined()
  else expect(call.cache).toBeUndefined()
})

test.each(allCalls)('%s can be described as JSON Schema', (_, { params, query, body, answer }) => {
  for (const input of [params, query, body]) if (input) z.toJSONSchema(input, { io: 'input' })
  if (answer) z.toJSONSchema(answer)
})

test.each(allCalls)('%s needs the right of its room', (_, { path, may }) => {
  if (path.startsWith('/api/studio/')) expect(['editor', 'admin']).toContain(may)
  if (/^\/api\/(?:user|licences)(?:\/|$)/.test(path)) expect(may).toBe('member')
})
