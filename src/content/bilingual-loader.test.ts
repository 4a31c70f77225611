import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoaderContext } from 'astro/loaders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bilingual } from './bilingual-loader.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nagare-words-'))
  mkdirSync(join(root, 'src/content/greeting'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(locale: string, yaml: string): void {
  writeFileSync(join(root, `src/content/greeting/${locale}.yaml`), yaml)
}

/** Loads the folder as a build does; entries by language. */
async function load(): Promise<Record<string, unknown>> {
  const entries: Record<string, unknown> = {}
  await bilingual('greeting').load({
    config: { root: pathToFileURL(`${root}/`) },
    parseData: ({ data }: { data: unknown }) => Promise.resolve(data),
    store: { set: ({ id, data }: { id: string; data: unknown }) => (entries[id] = data) },
  } as unknown as LoaderContext)
  return entries
}

test('both languages become entries', async () => {
  write('en', 'title: Hello')
  write('ja', 'title: こんにちは')
  expect(await load()).toEqual({ en: { title: 'Hello' }, ja: { title: 'こんにちは' } })
})

test('a language that is missing fails the build, and the message names its file', async () => {
  write('en', 'title: Hello')
  await expect(load()).rejects.toThrow('greeting/ja.yaml')
})

test('a file that is not YAML fails the build', async () => {
  write('en', 'title: Hello')
  write('ja', 'title: {{')
  await expect(load()).rejects.toThrow()
})
