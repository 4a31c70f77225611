import type { ColumnType, Generated } from 'kysely'
import type { Instant, JsonText } from './column-types.ts'

/** Queued and recurring jobs, taken by lease, so that another process takes over a killed one's job. */
interface JobsTable {
  id: Generated<number>
  kind: string
  /** At most one unfinished job per key; null: any number. */
  unique_key: string | null
  payload: JsonText
  /** What a recurring job's last run returned, such as a cursor. */
  state: JsonText
  run_at: Instant
  attempts: ColumnType<number, number | undefined, number>
  /** The holder must finish or renew the lease by then. */
  locked_until: Instant | null
  locked_by: string | null
  last_error: string | null
  created: Instant
  finished_at: Instant | null
}

/** Views of a clip's page by day; a job computes popularity from them. */
interface SourceViewsTable {
  source_id: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  views: number
}

/** Tags that every process must drop from its page cache; see server/cache-invalidation.ts. */
interface InvalidationsTable {
  id: Generated<number>
  tag: string
  /** By the database's clock, since those of processes differ. */
  created: Instant
}

export interface OperationTables {
  jobs: JobsTable
  source_views: SourceViewsTable
  invalidations: InvalidationsTable
}
