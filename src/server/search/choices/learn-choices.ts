import { DAY_MS } from '#domain/dates/spans.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { decayed } from '#server/search/index/popularity.ts'
import { lastNight } from '#server/search/index/rerank-job.ts'
import { type CountedChoice, replaceChoices } from './choices.ts'
import { queryOfPath } from './query-key.ts'

/** Learns every night from the clips that people chose after searches. */
export const choicesJob: RecurringJob = {
  kind: 'search.choices',
  everySeconds: 60 * 60,
  async run(deps, { state, signal }) {
    const at = (state as { at?: string } | undefined)?.at
    if (at !== undefined && new Date(at) >= lastNight(deps.now())) return state
    await forgetOldClicks(deps)
    const choices = await learnChoices(deps, signal)
    deps.log.info({ choices }, 'learnt from searches')
    return { at: deps.now().toISOString(), choices }
  },
}

/** Recounts all choices. Returns how many pairs of a search and a clip are kept. */
export async function learnChoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const choices: Choice[] = []
  for await (const choice of readChoices(db, { now: now(), signal })) choices.push(choice)
  return replaceChoices(db, countChoices(choices))
}

/** Clicks on results are recorded only for this job. */
async function forgetOldClicks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const label: ActivityLabel = 'RESULT_CLICK'
  await db.deleteFrom('activities').where('label', '=', label).where('created', '<', before).execute()
}

/** Clicks on search results are kept and counted for this many days; older ones would count less than a sixtieth. */
const KEPT_DAYS = RETENTION_DAYS.resultClicks
/** A download or like within this time after a click belongs to the click's search. */
const SAME_SEARCH_MS = DAY_MS
/** The browser sends the click and the like at once, so either may arrive first. */
const CROSSED_MS = 60_000
/** Only the newest clicks are read into memory; more would hardly change a weight. */
const MOST_CLICKS = 200_000
const LABELS = ['RESULT_CLICK', 'LIKECLICK_CLICK'] satisfies ActivityLabel[]
/** Weights in clicks. */
const WORTH = { click: 1, like: 3, download: 5 }

interface Click {
  id: number
  user_id: number | null
  label: string
  /** ISO-8601, UTC. */
  created: string
  query: string
  sourceId: number
}

/**
 * Every choice after a search, newest first: a clip opened or liked from the results, and its likes and downloads after
 * that.
 */
async function* readChoices(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): AsyncGenerator<Choice> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  let below = Number.MAX_SAFE_INTEGER
  for (let read = 0; read < MOST_CLICKS; read += ROWS_AT_ONCE) {
    signal?.throwIfAborted()
    const rows = await db
      .selectFrom('activities')
      .select(['id', 'user_id', 'label', 'meta', 'created'])
      .where('label', 'in', LABELS)
      .where('created', '>=', since)
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(ROWS_AT_ONCE)
      .execute()
    const clicks = rows.flatMap(({ meta, ...row }): Click[] => {
      const { path, id: sourceId } = clickOf(meta)
      const query = queryOfPath(path)
      return query !== undefined && typeof sourceId === 'number' && Number.isSafeInteger(sourceId)
        ? [{ ...row, query, sourceId }]
        : []
    })
    yield* await choicesOf(db, clicks, now)
    const last = rows[ROWS_AT_ONCE - 1]
    if (!last) return
    below = last.id
    // SQLite answers synchronously; this lets visitors' requests run in between.
    await new Promise(setImmediate)
  }
}

/** An unreadable click counts as none. */
function clickOf(meta: string): { path?: unknown; id?: unknown } {
  try {
    return JSON.parse(meta) ?? {}
  } catch {
    return {}
  }
}

async function choicesOf(db: Db, clicks: readonly Click[], now: Date): Promise<Choice[]> {
  if (clicks.length === 0) return []
  const acts = await actsAfter(db, clicks)
  return clicks.flatMap((click) => {
    const worth = worthOf(click, acts)
    if (worth === 0) return []
    const days = (now.getTime() - Date.parse(click.created)) / DAY_MS
    // The server records one click a day per network and result, so each anonymous click is another person.
    const person = click.user_id === null ? `click ${click.id}` : `user ${click.user_id}`
    return [{ person, query: click.query, sourceId: click.sourceId, worth: decayed(worth, days) }]
  })
}

/** A click on a heart counts only if the like was stored: it may have been undone, or the person never signed in. */
function worthOf({ user_id, label, sourceId, created }: Click, acts: Acts): number {
  const happened = (kind: keyof Acts) => {
    const at = acts[kind].get(`${user_id} ${sourceId}`)?.map((time) => time - Date.parse(created)) ?? []
    return at.some((after) => after >= -CROSSED_MS && after <= SAME_SEARCH_MS)
  }
  if (happened('download')) return WORTH.download
  if (happened('like')) return WORTH.like
  return label === 'RESULT_CLICK' ? WORTH.click : 0
}

/** Times (ms) of likes and downloads by person and clip. */
interface Acts {
  like: Map<string, number[]>
  download: Map<string, number[]>
}

async function actsAfter(db: Db, clicks: readonly Click[]): Promise<Acts> {
  const people = [...new Set(clicks.flatMap(({ user_id }) => user_id ?? []))]
  const since = new Date(Date.parse(clicks.at(-1)!.created) - CROSSED_MS).toISOString()
  const read = async (table: 'likes' | 'downloads') => {
    if (people.length === 0) return new Map()
    const rows = await db
      .selectFrom(table)
      .select(['user_id', 'source_id', 'created'])
      .where(oneOf(db, 'user_id', people))
      .where('created', '>=', since)
      .execute()
    return Map.groupBy(rows, ({ user_id, source_id }) => `${user_id} ${source_id}`)
  }
  const times = (rows: Map<string, { created: string }[]>) =>
    new Map([...rows].map(([key, acts]) => [key, acts.map(({ created }) => Date.parse(created))]))
  return { like: times(await read('likes')), download: times(await read('downloads')) }
}

/** What one person did with one clip after one search. */
export interface Choice {
  /** An account, or one anonymous visit. */
  person: string
  query: string
  sourceId: number
  /** Its weight today, in fresh clicks. */
  worth: number
}

/** With fewer searches in all nothing is learnt. */
export const FEWEST_SEARCHES = 1_000
/** Fewer people are noise, and their texts are private. */
const FEWEST_PEOPLE = 3
/** Share of all choices after the search; a clip below it was chosen by chance. */
const LEAST_SHARE = 0.05
/** Fresh clicks added for no clip, so that little evidence weighs little: three clicks on one clip make 0.5. */
const DOUBT = 3

/**
 * The clips that several people chose after the same search, with their share; none until there are enough searches.
 */
export function countChoices(choices: readonly Choice[]): CountedChoice[] {
  const searches = new Set(choices.map(({ person, query }) => `${person} ${query}`))
  if (searches.size < FEWEST_SEARCHES) return []
  return [...Map.groupBy(choices, ({ query }) => query)].flatMap(([query, some]) => weighted(query, some))
}

/** Repeating an action, or a bot's thousand clicks, counts once: a person's best choice of each clip. */
function weighted(query: string, choices: readonly Choice[]): CountedChoice[] {
  const sums = [...Map.groupBy(choices, ({ sourceId }) => sourceId)].map(([id, some]) => {
    const people = [...Map.groupBy(some, ({ person }) => person).values()]
    const worths = people.map((own) => own.reduce((most, { worth }) => Math.max(most, worth), 0))
    return { id, people: people.length, worth: sum(worths) }
  })
  const total = sum(sums.map(({ worth }) => worth))
  return sums
    .filter(({ people, worth }) => people >= FEWEST_PEOPLE && worth >= LEAST_SHARE * total)
    .map(({ id, people, worth }) => ({
      query_key: query,
      source_id: id,
      weight: worth / (total + DOUBT),
      people,
    }))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
