import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { z } from 'zod'
import { placeholdersOf } from '#i18n/template.ts'
import { type CollectionName, schemas } from './collections.ts'

type Words = string | Words[] | { [key: string]: Words }

/** Keys that are equal in every language: addresses, plan names, file names, dates. */
const COMMON = new Set(['id', 'effective', 'file', 'licence', 'name'])
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const LEFTOVER = /\b(?:TODO|FIXME|TBD|XXX|lorem|ipsum)\b|\?\?\?|…{2}|〇〇|○○/iu
/** Half-width marks after Japanese letters, spaces around Latin words (CSS adds them), Western quotation marks. */
const ROUGH_JAPANESE =
  /[\p{scx=Hira}\p{scx=Kana}\p{Script=Han}][,.!?:;()]|[\p{Script=Hiragana}\p{Script=Han}] | [\p{Script=Hiragana}\p{Script=Han}]|["'‘’“”]/u

function read(name: string, locale: 'en' | 'ja'): Words {
  return parse(readFileSync(new URL(`${name}/${locale}.yaml`, import.meta.url), 'utf8'))
}

/** Every text with its path. */
function texts(words: Words, path: string[] = []): { path: string; key: string; text: string }[] {
  if (typeof words === 'string') return [{ path: path.join('.'), key: path.at(-1) ?? '', text: words }]
  return Object.entries(words).flatMap(([key, inner]) => texts(inner, [...path, key]))
}

describe.each(Object.keys(schemas) as CollectionName[])('%s', (name) => {
  const en = texts(read(name, 'en'))
  const ja = texts(read(name, 'ja'))

  test.each(['en', 'ja'] as const)('holds what its schema asks for, in %s', (locale) => {
    const checked = (schemas[name] as z.ZodType).safeParse(read(name, locale))
    expect(checked.error?.issues ?? []).toEqual([])
  })

  test('has the same shape in both languages, down to links and placeholders', () => {
    expect(ja.map(({ path }) => path)).toEqual(en.map(({ path }) => path))
    const links = ({ text }: { text: string }) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href)
    for (const [index, { path, key, text }] of en.entries()) {
      const twin = ja[index]!
      expect(valuesIn(twin.text), path).toEqual(valuesIn(text))
      expect(links(twin), path).toEqual(links({ text }))
      if (COMMON.has(key)) expect(twin.text, path).toBe(text)
    }
  })

  test('has no empty text and nothing left to do', () => {
    for (const { path, text } of [...en, ...ja]) {
      expect(text.trim(), path).toBe(text)
      expect(text.length, path).toBeGreaterThan(0)
      expect(text, path).not.toMatch(LEFTOVER)
    }
  })

  test('is in its own language', () => {
    for (const { path, key, text } of ja)
      if (!COMMON.has(key) && !isOnlyAPlaceholder(text)) expect(text, path).toMatch(JAPANESE)
    for (const { path, text } of en) expect(text, path).not.toMatch(JAPANESE)
  })

  test('follows each language’s typography: full-width marks without spaces, curly apostrophes', () => {
    for (const { path, text } of ja)
      expect(text.replaceAll(/\]\([^)]*\)/g, ']'), path).not.toMatch(ROUGH_JAPANESE)
    for (const { path, text } of en) expect(text, path).not.toMatch(/['"]| {2}|[！？、。]/)
  })
})

/** The site's name may be missing in one language; an amount may not. */
/** “Every week” and “weekly” are one claim, and one word in Japanese. */
function valuesIn(text: string): string[] {
  const names = placeholdersOf(text).filter((name) => name !== 'siteName')
  return [...new Set(names.map((name) => (name === 'period' ? 'updates' : name)))].toSorted()
}

function isOnlyAPlaceholder(text: string): boolean {
  return /^\{\w+\}$/.test(text)
}
