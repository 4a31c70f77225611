import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { COLOUR_NAMES } from '#domain/look/shades.ts'
import type { Filter } from '#domain/search/filter-kinds.ts'
import { FILTERS } from '#domain/search/filters.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { relatedSources } from '#server/search/related/related-sources.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

const [sqlite, postgres] = [sqliteDatabases(), postgresDatabases()]
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

const WORDS =
  'rain temple kyoto tokyo temples raining 京都 東京 東京都 雨 寺 てら さくら 桜の雨 night view'.split(' ')
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '))
const clip = fc.record({
  title: text,
  title_ja: text,
  description: text,
  description_ja: text,
  keywords: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
  keywords_ja: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
  width: fc.constantFrom(1920, 1080),
  height: fc.constantFrom(1920, 1080),
  duration: fc.nat({ max: 60 }),
  frame_rate: fc.constantFrom(24, 25, 29.97, 60),
  ai: fc.constantFrom(0 as const, 1 as const, null),
  seam: fc.constantFrom(1, 2, 4, null, -1),
  colours: fc.array(fc.constantFrom(...COLOUR_NAMES), { maxLength: 3 }),
  popularity: fc.nat({ max: 5 }),
})
/** A filter's parameters, mostly left out. */
function someOf([name, filter]: [string, Filter]): [string, fc.Arbitrary<string | number | undefined>][] {
  const seldom = (...values: (string | number)[]) => fc.option(fc.constantFrom(...values), SELDOM)
  if (filter.kind === 'choice') return [[name, seldom(...filter.values)]]
  if (filter.kind === 'range')
    return (['from', 'to'] as const).map((end) => [
      `${name}_${end}`,
      seldom(...filter.bands.map((band) => band[end])),
    ])
  if (filter.kind === 'colour') return [[name, seldom('white', 'blue', '3366aa', 'f0f0f0')]]
  return []
}
const SELDOM = { freq: 4, nil: undefined }

const asked = fc.record({
  text: fc
    .array(
      fc.constantFrom(...WORDS, '-rain', '"rain temple"', '-"rain temple"', '-東京都', 'tem', 'kyotoo', '京'),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((words) => words.join(' ')),
  filters: fc.record(Object.fromEntries(Object.entries(FILTERS).flatMap(someOf))),
  sort: fc.constantFrom('relevance' as const, 'newest' as const, 'popular' as const),
})

const CONNECTIONS = 4

const namesIn = ({ sources }: { sources: { file_name: string }[] }) =>
  sources.map(({ file_name }) => file_name)

test('SQLite and PostgreSQL give the same ranking and related clips for any catalogue, before and after a rebuild', {
  timeout: 120_000,
}, async () => {
  const handles = await Promise.all([sqlite.open(), postgres.open()])
  const catalogue = fc.sample(clip, { numRuns: runs(160, 60), seed: 5 })
  await Promise.all(
    handles.map(async (db) => {
      for (const [n, given] of catalogue.entries()) await publish(db, { ...given, slug: `clip ${n}` })
    }),
  )
  const answers = (search: object) =>
    Promise.all(
      handles.map(async (db) => {
        const answer = await searchSources({ db }, { offset: 0, facets: true, text: '', ...search })
        return { ...answer, sources: namesIn(answer) }
      }),
    )
  const searches = fc
    .sample(asked, { numRuns: runs(250), seed: 3 })
    .map(({ filters, ...search }) => ({ ...search, ...filters }))
  // As many at once as there are connections.
  const agree = async () => {
    for (let at = 0; at < searches.length; at += CONNECTIONS)
      await Promise.all(
        searches.slice(at, at + CONNECTIONS).map(async (search) => {
          const [ours, theirs] = await answers(search)
          expect(theirs, JSON.stringify(search)).toEqual(ours)
        }),
      )
  }
  const companyIsAlike = async () => {
    for (let id = 1; id <= catalogue.length; id += 10) {
      const [ours, theirs] = await Promise.all(handles.map((db) => relatedSources({ db }, { id, offset: 0 })))
      expect(namesIn(theirs!), `beside clip ${id}`).toEqual(namesIn(ours!))
    }
  }
  await agree()
  await companyIsAlike()
  for (const db of handles) await rebuildIndex({ db }, { batch: 50 })
  await agree()
  await companyIsAlike()
})
