import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'
import { partialIndex } from '../partial-index.ts'

export async function up(db: AnyDatabase): Promise<void> {
  await createSearches(db)
  await createClipFigures(db)
  await createWishes(db)
  await createOverview(db)
}

async function createSearches(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  const counts = ['visitors', 'little', 'clicked'] as const

  await createTable(db, 'demand_visits')
    .addColumn('visit', text, (column) => column.primaryKey().notNull())
    .addColumn('query', text)
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull())
    .addColumn('little', integer, (column) => column.notNull())
    .addColumn('clicked', integer, (column) => column.notNull())
    .addColumn('is_new', integer, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'demand_visits', {
    demand_visits_by_query: ['query'],
    demand_visits_by_day: ['day'],
  })

  await createTable(db, 'demand_searches')
    .addColumn('text', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('stale', integer, (column) => column.notNull())
    .addColumn('stock', integer)
    .addColumn('stock_at_least', integer, (column) => column.notNull().defaultTo(0))
    // Empty: not counted yet, so these texts come first.
    .addColumn('counted_at', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndexes(db, 'demand_searches', { demand_searches_by_count: ['counted_at'] })
  await partialIndex(db, 'demand_searches', 'demand_searches_stale', ['text'], sql`stale = 1`)

  const days = createTable(db, 'demand_days')
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('demand_days_once', ['text', 'day', 'locale'])
  await counts.reduce((table, name) => table.addColumn(name, integer, (c) => c.notNull()), days).execute()
  await createIndexes(db, 'demand_days', { demand_days_by_day: ['day'] })

  const figures = createTable(db, 'demand_figures')
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('days', integer, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('demand_figures_once', ['text', 'days', 'locale'])
  await counts.reduce((table, name) => table.addColumn(name, integer, (c) => c.notNull()), figures).execute()
  const period = ['days', 'locale']
  await createIndexes(db, 'demand_figures', { demand_figures_most: [...period, 'visitors', 'text'] })
  const little = [...period, 'little', 'text']
  await partialIndex(db, 'demand_figures', 'demand_figures_little', little, sql`little > 0`)
  const unclicked = sql`clicked = 0 and little < visitors`
  await partialIndex(
    db,
    'demand_figures',
    'demand_figures_unclicked',
    [...period, 'visitors', 'text'],
    unclicked,
  )
}

async function createClipFigures(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)

  await createTable(db, 'source_previews')
    .addColumn('source_id', integer, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('previews', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('source_previews_once', ['source_id', 'day'])
    .execute()

  await createTable(db, 'clip_figures')
    .addColumn('source_id', integer, (column) => column.notNull())
    .addColumn('days', integer, (column) => column.notNull())
    .addColumn('views', integer, (column) => column.notNull())
    .addColumn('previews', integer, (column) => column.notNull())
    .addColumn('likes', integer, (column) => column.notNull())
    .addColumn('downloads', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('clip_figures_once', ['source_id', 'days'])
    .execute()
  for (const name of ['views', 'previews', 'likes', 'downloads'])
    await createIndexes(db, 'clip_figures', { [`clip_figures_by_${name}`]: ['days', name, 'source_id'] })

  await createTable(db, 'creator_downloads')
    .addColumn('month', text, (column) => column.notNull())
    .addColumn('user_name', text, (column) => column.notNull())
    .addColumn('downloads', integer, (column) => column.notNull())
    .addColumn('clips', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('creator_downloads_once', ['month', 'user_name'])
    .execute()
  await db.schema
    .alterTable('downloads')
    .addColumn('user_name', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`
    update downloads set user_name = coalesce((select l.user_name from library l where l.id = clip_id), '')
  `.execute(db)
}

async function createWishes(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)

  await createTable(db, 'wishes')
    .addColumn('id', id)
    .addColumn('text', text, (column) => column.notNull().unique())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created_by', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'wishes', { wishes_of_user: ['created_by'] })

  await createTable(db, 'wish_clips')
    .addColumn('wish_id', integer, (column) => column.notNull().references('wishes.id').onDelete('cascade'))
    .addColumn('source_id', integer, (column) => column.notNull())
    .addColumn('linked', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('wish_clips_once', ['wish_id', 'source_id'])
    .execute()
}

async function createOverview(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)

  await createTable(db, 'daily_figures')
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('value', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_figures_once', ['name', 'day'])
    .execute()
  await createTable(db, 'operations')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'users', { users_by_time: ['created'] })
  // Includes every column that counting by creator reads.
  await createIndexes(db, 'downloads', { downloads_by_time: ['created', 'user_name', 'clip_id'] })
  await createIndexes(db, 'subscriptions', {
    subscriptions_by_end: ['ended_at'],
    subscriptions_by_status: ['status'],
  })
  await partialIndex(db, 'jobs', 'jobs_failed', ['id'], sql`last_error is not null`)
  await partialIndex(db, 'users', 'users_granted', ['id'], sql`granted_membership is not null`)
}
