import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ClipFields } from '#contract/studio/clips/clip.ts'
import { logTexts } from './texts.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
/** In a call of audit(), or where its action is chosen. */
const ACTION = /'((?:[a-z_]+)\.[a-z_]+)'/g
const NEAR_AUDIT = /\baction\b[^\n]*/g
const KINDS = ['promotion', 'collection'].flatMap((kind) =>
  ['change', 'create', 'delete', 'remove'].map((act) => `${kind}.${act}`),
)

function writtenActions(): string[] {
  const files = globSync('{server,cli}/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  const lines = files.flatMap((file) => readFileSync(ROOT + file, 'utf8').match(NEAR_AUDIT) ?? [])
  const found = lines.flatMap((line) => [...line.matchAll(ACTION)].map(([, action]) => action!))
  return [...new Set([...found, ...KINDS])].toSorted()
}

test('the log has words for every action, in both languages', () => {
  const actions = writtenActions()
  expect(actions.length).toBeGreaterThan(40)
  for (const locale of ['en', 'ja'] as const) {
    const acts = Object.keys(logTexts(locale).acts)
    expect(actions.filter((action) => !acts.includes(action))).toEqual([])
  }
})

test('the log has words for every field of a clip, and for what a change of many clips says', () => {
  const fields = [...Object.keys(ClipFields.shape), 'tags', 'state', 'how', 'language', 'of']
  for (const locale of ['en', 'ja'] as const) {
    const { fields: words } = logTexts(locale)
    expect(fields.filter((field) => !(field in words))).toEqual([])
  }
})
