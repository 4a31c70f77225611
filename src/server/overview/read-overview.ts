import { stat, statfs } from 'node:fs/promises'
import {
  type Business,
  MOST_COUNTED,
  type Overview,
  type OverviewQuery,
} from '#contract/studio/operation/overview.ts'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { dayAfter, dayIn } from '#domain/dates/time-zone.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { Site } from '#server/config/config.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readFigures } from './daily-figures.ts'
import { readBackupTrouble, readLastBackup } from './operations.ts'
import { readQueue } from './queue.ts'

type OverviewDeps = Pick<Deps, 'db' | 'now' | 'files' | 'backsUp'> & { site: Pick<Site, 'timeZone'> }

/** How the shop is doing; editors see only the library and its queue. */
export async function readOverview(
  deps: OverviewDeps,
  person: Person,
  query: OverviewQuery,
): Promise<Overview> {
  return {
    library: await countLibrary(deps.db),
    ...(await readQueue(deps.db)),
    business: isAdmin(person) ? await readBusiness(deps, query) : null,
  }
}

async function countLibrary(db: Db): Promise<Overview['library']> {
  const counts = LIBRARY_STATES.map(async (state) => {
    const some = db
      .selectFrom('library')
      .select('id')
      .where('state', '=', state)
      .where('trashed_at', 'is', null)
      .limit(MOST_COUNTED)
    return [state, await countRows(db.selectFrom(some.as('some')))] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Overview['library']
}

const COUNTS = ['new_members', 'ended', 'downloads'] as const
const STATES = ['free', 'pro', 'early_adopter', 'unpriced', 'ending', 'films', 'films_at']

type Figures = Awaited<ReturnType<typeof readFigures>>

/** The admin's part of the overview: a few hundred numbers that the job `overview.figures` has counted. */
async function readBusiness(deps: OverviewDeps, { days }: OverviewQuery): Promise<Business> {
  const { db } = deps
  const { timeZone } = deps.site
  const today = dayIn(timeZone, deps.now())
  const all = Array.from({ length: 2 * days }, (_, at) => dayAfter(today, at + 1 - 2 * days))
  const shown = all.slice(days)
  const currencies = await currenciesOf(db)
  const names = [...COUNTS, ...STATES, ...currencies.map((currency) => `income:${currency}`)]
  const figures = await readFigures(db, names, all[0]!)
  const counted = newestDay(figures, 'free')
  const state = (name: string) => figures.get(name)?.get(counted) ?? 0
  const both = (name: string) => ({
    now: sumOf(figures, name, shown),
    before: sumOf(figures, name, all.slice(0, days)),
  })
  const series = (name: string) => shown.map((day) => figures.get(name)?.get(day) ?? null)
  const charts: Business['charts'] = {
    ...{ days: shown, time_zone: timeZone },
    ...{ new_members: series('new_members'), ended: series('ended'), downloads: series('downloads') },
    paying: addUp(series('pro'), series('early_adopter')),
    income: currencies.map((currency) => ({ currency, amounts: series(`income:${currency}`) })),
  }
  return {
    counted: await countedAt(db),
    ...{ new_members: both('new_members'), ended: both('ended'), downloads: both('downloads') },
    members: { free: state('free'), pro: state('pro'), early_adopter: state('early_adopter') },
    ...{ ending: state('ending'), unpriced: state('unpriced') },
    income: currencies
      .map((currency) => ({ currency, amount: state(`income:${currency}`) }))
      .filter(({ amount }) => amount > 0),
    disk: {
      ...(await readDisk(deps)),
      ...(await readFilms(db, figures)),
    },
    backup: await readLastBackup(db),
    backup_trouble: await readBackupTrouble(deps),
    charts,
  }
}

/** Films up to which opening the overview adds up their sizes; more are added up once a day. */
const FEW_FILMS = 2_000

async function readFilms(
  db: Db,
  figures: Figures,
): Promise<Pick<Business['disk'], 'films' | 'films_counted'>> {
  const some = await db
    .selectFrom('medias')
    .select('byte_size')
    .limit(FEW_FILMS + 1)
    .execute()
  if (some.length <= FEW_FILMS)
    return { films: some.reduce((sum, { byte_size }) => sum + Number(byte_size), 0), films_counted: null }
  const day = newestDay(figures, 'films')
  const at = figures.get('films_at')?.get(day)
  return {
    films: figures.get('films')?.get(day) ?? null,
    films_counted: at === undefined ? null : new Date(Number(at)).toISOString(),
  }
}

function sumOf(figures: Figures, name: string, days: readonly string[]): number {
  return days.reduce((sum, day) => sum + (figures.get(name)?.get(day) ?? 0), 0)
}

/** Empty if it has never been counted. */
function newestDay(figures: Figures, name: string): string {
  return [...(figures.get(name)?.keys() ?? [])].toSorted().at(-1) ?? ''
}

function addUp(one: (number | null)[], other: (number | null)[]): (number | null)[] {
  return one.map((value, at) => (value === null ? null : value + (other[at] ?? 0)))
}

/** Currencies of subscriptions, from the figures' keys. */
async function currenciesOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('daily_figures')
    .select('name')
    .distinct()
    .where(beginsWith('name', 'income:'))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name.slice('income:'.length))
}

/** When the job last succeeded; its row keeps what it returned. */
export async function countedAt(db: Db): Promise<string | null> {
  const job = await db
    .selectFrom('jobs')
    .select('state')
    .where('unique_key', '=', 'overview.figures')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return (JSON.parse(job?.state ?? 'null') as { at?: string } | null)?.at ?? null
}

type Disk = Pick<Business['disk'], 'free' | 'total' | 'database'>

/** Free space on the file system of DATA_DIR, and the size of the SQLite file with its log. */
export async function readDisk({ files }: Pick<Deps, 'files'>): Promise<Disk> {
  const { bsize, bavail, blocks } = await statfs(files.dataDir)
  const { databaseFile } = files
  const database = databaseFile ? (await sizeOf(databaseFile)) + (await sizeOf(`${databaseFile}-wal`)) : null
  return { free: bsize * bavail, total: bsize * blocks, database }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}
