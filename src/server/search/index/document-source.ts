import type { Kysely } from 'kysely'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import { CatalogueReader, type Range, rangesOf } from './catalogue-ranges.ts'
import { DocumentThread, type DocumentThreadData } from './document-thread.ts'
import type { IndexRows } from './index-rows.ts'
import { type Steady, SteadyReader } from './steady-reads.ts'
import { together, type Vocabulary } from './vocabulary.ts'

/** Makes what the index keeps of clips, here or on threads beside. */
interface DocumentSource {
  read(range: Range): Promise<IndexRows>
  /** Of all that was read. */
  vocabulary(): Promise<Vocabulary>
  close(): Promise<void>
  /** How many reads may be under way. */
  ahead: number
}

/** On as many threads as given, where it is known how to reach the database from there; else on this one. */
export function openDocumentSource(
  db: Kysely<Database>,
  { database, threads, steady }: { database?: DatabaseConfig | undefined; threads: number; steady: Steady },
): DocumentSource {
  const reachable = database && !(database.engine === 'sqlite' && database.file === ':memory:')
  return reachable && threads > 0 ? onThreads({ database, steady }, threads) : inline(db)
}

/** The catalogue by popularity, part after part. */
export async function* documentsOf(
  db: Kysely<Database>,
  source: DocumentSource,
  size: number,
): AsyncGenerator<IndexRows> {
  const under: Promise<IndexRows>[] = []
  for await (const range of rangesOf(db, size)) {
    const reading = source.read(range)
    // Whoever waits for it hears of a failure; where nobody does any more it shall not end the process.
    reading.catch(() => {})
    under.push(reading)
    if (under.length >= source.ahead) yield await under.shift()!
  }
  for (const reading of under) yield await reading
}

function inline(db: Kysely<Database>): DocumentSource {
  const reader = new CatalogueReader(new SteadyReader(db))
  return {
    ahead: 1,
    read: (range) => reader.read(range),
    vocabulary: async () => reader.vocabulary(),
    close: async () => {},
  }
}

function onThreads(data: DocumentThreadData, count: number): DocumentSource {
  const threads = Array.from({ length: count }, () => new DocumentThread(data))
  let next = 0
  return {
    ahead: count + 1,
    read: (range) => threads[next++ % count]!.read(range),
    vocabulary: async () => together(await Promise.all(threads.map((thread) => thread.vocabulary()))),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
