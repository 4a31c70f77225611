import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)

  await createTable(db, 'activities')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('meta', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'activities', {
    activities_by_time: ['created'],
    activities_of_user: ['user_id', 'id'],
  })

  await createTable(db, 'audit_records')
    .addColumn('id', id)
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'audit_records', { audit_records_of_user: ['user_id'] })

  await createTable(db, 'jobs')
    .addColumn('id', id)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('unique_key', text)
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('run_at', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('locked_until', text)
    .addColumn('locked_by', text)
    .addColumn('last_error', text)
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('finished_at', text)
    .execute()
  await db.schema
    .createIndex('jobs_to_run')
    .on('jobs')
    .column('run_at')
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('jobs_once')
    .unique()
    .on('jobs')
    .column('unique_key')
    .where(sql.ref('finished_at'), 'is', null)
    .execute()

  await createTable(db, 'source_views')
    .addColumn('source_id', integer, (column) =>
      column.notNull().references('sources.id').onDelete('cascade'),
    )
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('views', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('source_views_once', ['source_id', 'day'])
    .execute()

  await createTable(db, 'invalidations')
    .addColumn('id', id)
    .addColumn('tag', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'invalidations', { invalidations_by_time: ['created'] })

  await createTable(db, 'rate_limits')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('points', integer, (column) => column.notNull())
    .addColumn('expire', integer)
    .execute()
  await createIndexes(db, 'rate_limits', { rate_limits_by_end: ['expire'] })
}
