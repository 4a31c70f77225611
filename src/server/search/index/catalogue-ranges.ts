import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { clipDocuments, type SearchedClip } from './clip-document.ts'
import { type IndexRows, IndexRowsWriter } from './index-rows.ts'
import { searchedClips } from './searched-clips.ts'
import type { SteadyReader } from './steady-reads.ts'
import { type Vocabulary, VocabularyCounter } from './vocabulary.ts'

/** A clip's place in the order of popularity. */
interface Place {
  popularity: number
  id: number
}

/** Clips less popular than one, down to and with another; from the first or to the last where one is absent. */
export interface Range {
  after?: Place | undefined
  upTo?: Place | undefined
}

/** The whole catalogue by popularity in parts of that many clips: each begins where the one before ends. */
export async function* rangesOf(db: Kysely<Database>, size: number): AsyncGenerator<Range> {
  let after: Place | undefined
  do {
    const upTo: Place | undefined = await db
      .selectFrom('sources')
      .select(['popularity', 'id'])
      .where(within({ after }))
      .orderBy('popularity', 'desc')
      .orderBy('id', 'desc')
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    yield { after, upTo }
    after = upTo
  } while (after)
}

/** Reads what the index will keep of clips, range after range. */
export class CatalogueReader {
  readonly #reader: SteadyReader
  readonly #rows = new IndexRowsWriter()
  readonly #counter = new VocabularyCounter()

  constructor(reader: SteadyReader) {
    this.#reader = reader
  }

  /** The clips of a range, the most popular first. One range at a time. */
  async read({ after, upTo }: Range): Promise<IndexRows> {
    for (let last = after; ; ) {
      const db = await this.#reader.handle()
      const clips = await clipsOf(db, { after: last, upTo })
      for (const document of clipDocuments(clips, engineOf(db))) {
        this.#counter.count(document)
        this.#rows.add(document)
      }
      if (clips.length < AT_ONCE) return this.#rows.take()
      last = clips.at(-1)
    }
  }

  /** Words and keywords of all that was read. */
  vocabulary(): Vocabulary {
    return this.#counter.counted()
  }
}

/** The first few clips of a range: what they took is free again before the next are read. */
function clipsOf(db: Kysely<Database>, range: Range): Promise<(SearchedClip & Place)[]> {
  return searchedClips(db)
    .select('sources.popularity')
    .where(within(range))
    .orderBy('sources.popularity', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(AT_ONCE)
    .execute()
}

const AT_ONCE = 250

function within({ after, upTo }: Range): RawBuilder<SqlBool> {
  const place = sql`(sources.popularity, sources.id)`
  const conditions = [
    ...(after ? [sql`${place} < (${after.popularity}, ${after.id})`] : []),
    ...(upTo ? [sql`${place} >= (${upTo.popularity}, ${upTo.id})`] : []),
  ]
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}
