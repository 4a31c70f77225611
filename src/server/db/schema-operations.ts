import type { ColumnType, Generated } from 'kysely'
import type { Instant, JsonText } from './column-types.ts'

/** Work to be done once or again and again; taken by lease, so that a killed worker's job is taken by another. */
interface JobsTable {
  id: Generated<number>
  kind: string
  /** At most one unfinished job per key; null where any number may wait. */
  unique_key: string | null
  payload: JsonText
  /** Where a repeated job has got to, for example the cursor of a reconciliation. */
  state: JsonText
  run_at: Instant
  attempts: ColumnType<number, number | undefined, number>
  /** Whoever holds it must finish or renew before this. */
  locked_until: Instant | null
  locked_by: string | null
  last_error: string | null
  created: Instant
  finished_at: Instant | null
}

/** Views of a clip's page by day; popularity is made from them by a job. */
interface SourceViewsTable {
  source_id: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  views: number
}

/** What the page caches of every process must forget; see server/cache-invalidation.ts. */
interface InvalidationsTable {
  id: Generated<number>
  tag: string
  /** Stamped by the database's clock, so that processes whose clocks differ agree. */
  created: Instant
}

export interface OperationTables {
  jobs: JobsTable
  source_views: SourceViewsTable
  invalidations: InvalidationsTable
}
