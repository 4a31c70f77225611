import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { postgresDatabases, sqliteDatabases } from '../support/database/databases.ts'
import { IN_LONG_TEST } from '../support/runs.ts'
import { publish } from '../support/search-library.ts'
import { GOLDEN_SETS, goldenClips, goldenQueries, KINDS } from './golden/golden-set.ts'
import { judgeAnswer, successShare } from './golden/judge.ts'

/** Raise it when search gets better, so that it does not get worse again. */
const DEV_FLOOR = 0.94

const clips = goldenClips()
const queries = [...new Map(GOLDEN_SETS.flatMap(goldenQueries).map((query) => [query.text, query])).values()]
const tuned = (['dev', 'dev-2', 'dev-3'] as const).flatMap(goldenQueries)
/** The long test asks all of both engines; beside it, `engines-agree` compares them. */
const asked = IN_LONG_TEST ? queries : tuned
const engines = IN_LONG_TEST ? [sqliteDatabases(), postgresDatabases()] : [sqliteDatabases()]

describe('the judged queries', () => {
  test('name clips that exist, each once, and expect at least one', () => {
    const slugs = new Set(clips.map(({ slug }) => slug))
    expect(slugs.size).toBe(clips.length)
    expect(clips.length).toBeGreaterThanOrEqual(300)
    for (const { text, expected, allowed } of queries) {
      const named = [...expected, ...allowed]
      expect(expected, text).not.toHaveLength(0)
      expect(new Set(named).size, text).toBe(named.length)
      expect(
        named.filter((slug) => !slugs.has(slug)),
        text,
      ).toEqual([])
    }
  })

  test('are all different in each set', () => {
    for (const set of GOLDEN_SETS) {
      const texts = goldenQueries(set).map(({ text }) => text)
      expect(new Set(texts).size, set).toBe(texts.length)
    }
  })

  test('are at least 26 of each kind, about half of them in each half', () => {
    expect([...new Set(goldenQueries('dev').map(({ kind }) => kind))].toSorted()).toEqual(KINDS.toSorted())
    for (const kind of KINDS) {
      const [dev, heldOut] = (['dev', 'held-out'] as const).map(
        (set) => goldenQueries(set).filter((query) => query.kind === kind).length,
      )
      expect(dev! + heldOut!, kind).toBeGreaterThanOrEqual(26)
      expect(Math.abs(dev! - heldOut!), kind).toBeLessThanOrEqual(1)
    }
  })

  test('have texts of clips in one language only to find', () => {
    const inOneLanguage = clips.filter(({ title, title_ja }) => !title || !title_ja)
    expect(inOneLanguage.length / clips.length).toBeGreaterThan(0.1)
  })
})

describe('search', () => {
  afterAll(() => Promise.all(engines.map((databases) => databases.close())))

  const answers = { sqlite: new Map<string, Answer>(), postgres: new Map<string, Answer>() }
  beforeAll(async () => {
    // Both before the work, which leaves no time for a connection to be answered.
    const opened = await Promise.all(
      engines.map(async (databases) => ({ databases, db: await databases.open() })),
    )
    await Promise.all(
      opened.map(async ({ databases, db }) => {
        for (const clip of clips) await publish(db, clip)
        for (const { text } of asked) answers[databases.engine].set(text, await answerFor(db, text))
      }),
    )
  })

  test.runIf(IN_LONG_TEST)('answers the judged queries alike on SQLite and PostgreSQL', () => {
    for (const { text } of asked) expect(answers.postgres.get(text), text).toEqual(answers.sqlite.get(text))
  })

  test(`finds what buyers mean for at least ${DEV_FLOOR * 100} % of the queries that it was tuned on`, () => {
    const judged = tuned.map((query) => judgeAnswer(query, answers.sqlite.get(query.text)!))
    expect(successShare(judged)).toBeGreaterThanOrEqual(DEV_FLOOR)
  })
})

type Answer = Parameters<typeof judgeAnswer>[1]

async function answerFor(db: Kysely<Database>, text: string): Promise<Answer> {
  const { sources, exact_total, close } = await searchSources({ db }, { text, offset: 0 })
  return { sources: sources.map(({ file_name }) => ({ file_name })), exact_total, close }
}
