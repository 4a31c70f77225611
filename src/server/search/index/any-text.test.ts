import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ClipFields } from '#contract/studio/clips/clip.ts'
import { KEYWORDS } from '#domain/studio/clip/keywords.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { hideNow, publishNow } from '#server/library/clip/show-clip.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { exportSheet } from '#server/sheets/export-sheet.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { IN_LONG_TEST, runs } from '../../../../tests/support/runs.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { rebuildIndex } from './rebuild-index.ts'

const [sqlite, postgres] = [sqliteDatabases(), postgresDatabases()]
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

/** Letters in an order that does not compress: PostgreSQL's limits count compressed bytes. */
function mixed(letters: string, length: number): string {
  const each = [...letters]
  const text = Array.from({ length }, (_, n) => each[(Math.imul(n + 7, 0x9e3779b1) >>> 13) % each.length])
  return text.join('').slice(0, length).toWellFormed()
}

const KANA = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン'
const LATIN = 'abcdefghijklmnopqrstuvwxyz0123456789'
const NASTY: Record<string, (length: number) => string> = {
  'letters without a space': (length) => mixed(LATIN, length),
  'one letter': (length) => 'a'.repeat(length),
  digits: (length) => mixed('0123456789', length),
  'a long address': (length) => `https://example.com/?q=${mixed(LATIN, length)}`.slice(0, length),
  'one emoji': (length) => '🐉'.repeat(length).slice(0, length - (length % 2)),
  'joined emoji': (length) => '👩‍👩‍👧‍👦'.repeat(length).slice(0, length).toWellFormed(),
  'combining marks': (length) => `e${'\u0301\u0323\u20dd'.repeat(length)}`.slice(0, length),
  'halves of surrogate pairs': (length) => 'x\ud83dy\udc09'.repeat(length).slice(0, length),
  'replacement characters': (length) => '\ufffd'.repeat(length),
  'kana without a space': (length) => mixed(KANA, length),
  'kanji without a space': (length) => mixed('山川京都東西南北寺神社雪月花風雨龍鳳亀鶴松竹梅桜楓', length),
  'rare kanji': (length) => mixed('𠮷𡈽𠀋𡚴𨻶𩸽𩹉𪊲', length),
  'letters that grow': (length) => mixed('㌀㌁㌂㌃㌄㌅㌆㌇㌈㌉㌊㌋㌌㌍ﷺﷻ㍻㍼', length),
  'another script': (length) => mixed('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ', length),
  'many words': (length) =>
    Array.from({ length }, (_, n) => (n * 7919).toString(36))
      .join(' ')
      .slice(0, length),
  'many short words': (length) =>
    Array.from({ length }, (_, n) => LATIN[n % 36]!)
      .join(' ')
      .slice(0, length),
}

const nasty = fc.constantFrom(...Object.keys(NASTY)).map((kind) => NASTY[kind]!)
const upTo = (most: number) =>
  fc.tuple(nasty, fc.constantFrom(most, most, 63, 64, 65)).map(([of, n]) => of(Math.min(n, most)))
const keywords = fc.uniqueArray(upTo(KEYWORDS.longest), { maxLength: KEYWORDS.most, size: 'max' })
const texts = fc.record({
  title: upTo(200),
  title_ja: upTo(200),
  description: upTo(5_000),
  description_ja: upTo(5_000),
  keywords,
  keywords_ja: keywords,
  user_name: upTo(200),
})
type Texts = typeof texts extends fc.Arbitrary<infer Value> ? Value : never

const depsOn = (db: Kysely<Database>) =>
  ({ db, events: new EventEmitter(), now: () => new Date() }) as unknown as Deps
const EDITOR = { id: 7 }

/** Everything that people do with a clip's texts. Returns what they find. */
async function live(db: Kysely<Database>, given: Texts): Promise<object[]> {
  const deps = depsOn(db)
  const { id } = await aClip(db, { source: { title: 'Grey heron', state: 'draft', ai: 0 } })
  const edited = await editClip(deps, EDITOR, id, { version: 1, ...given })
  const title = edited.title.trim() || 'Untitled'
  const { version } = await editClip(deps, EDITOR, id, { version: edited.version, title, title_ja: title })
  const shown = await publishNow(deps, EDITOR, { id, version })
  const found = await answers(db, given)
  const swapped = { description: given.description_ja, keywords: given.keywords_ja, keywords_ja: [] }
  const again = await editClip(deps, EDITOR, id, { version: shown.version, ...swapped })
  for await (const _ of exportSheet(deps, [id]));
  await hideNow(deps, EDITOR, { id, version: again.version })
  const left = await db.selectFrom('search_words').select('word').where('clips', '<>', 0).execute()
  expect(left).toEqual([])
  await db.deleteFrom('library').where('id', '=', id).execute()
  return found
}

async function answers(db: Kysely<Database>, { title, description, keywords: [keyword = ''] }: Texts) {
  const asked = [title, description.slice(0, 200), keyword].map((text) => text.toWellFormed().slice(0, 200))
  return Promise.all(
    asked.map(async (text) => {
      const { total } = await searchSources({ db }, { text, offset: 0 })
      return { text, total, suggestions: (await suggest({ db }, { text })).suggestions }
    }),
  )
}

test('any text that the fields accept is published, found, changed, exported and hidden, alike on both databases', {
  timeout: 120_000,
}, async () => {
  const handles = await Promise.all([sqlite.open(), postgres.open()])
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      expect(ClipFields.safeParse({ ...FIELDS, ...given }).error).toBeUndefined()
      const [one, other] = await Promise.all(handles.map((db) => live(db, given)))
      expect(other).toEqual(one)
    }),
    { numRuns: runs(300, 3), seed: 33 },
  )
})

/** The fields without texts. */
const FIELDS = {
  ...{ category: 'temple', license: '', license_type: 'commercial', source: '', source_url: '' },
  ...{ date_created: '', modifier_model: '', modifier_company: '', ai: false },
  ...{ still_license: '', still_license_url: '', modifier_date: '', source_url_image: '' },
  ...{ poster_at: null, preview_at: null, publish_at: null, crop_x: 0.5, crop_y: 0.5 },
}

test('each of these texts goes through a rebuild, and its clip is found by its beginning', {
  timeout: 120_000,
}, async () => {
  for (const db of await Promise.all([sqlite.open(), postgres.open()])) {
    for (const [kind, of] of Object.entries(NASTY)) {
      const many = Array.from({ length: KEYWORDS.most }, (_, n) => of(KEYWORDS.longest - (n % 60)))
      await publish(db, {
        title: of(200),
        title_ja: of(199),
        description: of(5_000),
        keywords: many,
        slug: kind,
      })
    }
    // More than any field accepts, as an older release or an import by hand may have stored.
    const endless = Array.from({ length: IN_LONG_TEST ? 100_000 : 20_000 }, (_, n) => n.toString(36)).join(
      ' ',
    )
    await publish(db, {
      title: mixed(KANA, 5_000),
      description: endless,
      keywords: [mixed(KANA, 9_000)],
      slug: 'endless',
    })
    await rebuildIndex({ db })
    const found = async (text: string) =>
      (await searchSources({ db }, { text, offset: 0 })).sources.map(({ file_name }) => file_name)
    for (const kind of ['letters without a space', 'kana without a space', 'another script', 'one emoji'])
      expect(await found(NASTY[kind]!(kind.startsWith('kana') ? 60 : 200))).toContain(kind)
    expect(await found((9_000).toString(36))).toEqual(['endless'])
  }
})
