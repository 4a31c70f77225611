import { randomUUID } from 'node:crypto'
import { invalidate } from '#server/cache-invalidation.ts'
import type { CountCache } from '#server/clips/count-cache.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { NO_RULES, type SearchRule, SearchRules } from './search-rules.ts'

const VERSION = 'searchRules'

/** Copies of the rules in this process, with the version that they are of. */
const copies = new WeakMap<Db, { version: string; rules: Promise<SearchRules> }>()

/** The operator's rules as they are now. A process that hears of changes asks once after each. */
export async function rulesOf({
  db,
  counts,
}: {
  db: Db
  counts?: CountCache | undefined
}): Promise<SearchRules> {
  const version = await (counts ? counts.of(VERSION, () => readVersion(db)) : readVersion(db))
  if (version === undefined) return NO_RULES
  const copy = copies.get(db)
  if (copy?.version === version) return copy.rules
  const rules = readRules(db).then((rows) => new SearchRules(rows))
  copies.set(db, { version, rules })
  // The next call retries after a failure.
  rules.catch(() => copies.delete(db))
  return rules
}

/** Undefined until the first rule. */
async function readVersion(db: Db): Promise<string | undefined> {
  const row = db.selectFrom('operations').select('value').where('key', '=', VERSION)
  return (await row.executeTakeFirst())?.value
}

/** All rules, the oldest first. */
export async function readRules(db: Db): Promise<SearchRule[]> {
  const rows = await db
    .selectFrom('search_rules')
    .select(['id', 'kind', 'word', 'target', 'clips', 'until'])
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const clips = clipsIn(row.clips)
    return clips ? [{ ...row, clips }] : []
  })
}

/** Undefined for a damaged row, which must not end search. */
function clipsIn(json: string): number[] | undefined {
  try {
    const clips: unknown = JSON.parse(json)
    return Array.isArray(clips) && clips.every(Number.isSafeInteger) ? clips : undefined
  } catch {
    return undefined
  }
}

/** Call it in the transaction that changes the rules: every process reads them anew, and searched pages are cleared. */
export async function rulesChanged(trx: Trx): Promise<void> {
  const value = JSON.stringify(randomUUID())
  await trx
    .insertInto('operations')
    .values({ key: VERSION, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await invalidate(trx, ['searches'])
}
