import { sql, type Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { CollectionInput, CreatedSet, PromotionInput } from '#contract/sets.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { isUniqueViolation } from '#server/db/database-error.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { daysAfter } from './promotion-expiry.ts'
import { setTag, setUrl } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

type CreateDeps = Pick<Deps, 'db' | 'now'> & { site: Pick<Deps['site'], 'url'> }

interface NewSet {
  name: string
  slug: string
  clips: readonly number[]
  maker: Person
  at: Date
}

/** How many unknown clips an error names. */
const MOST_LISTED = 20

/** Makes a promotion; an ended one's name is free. @throws AppError('badSetName' | 'badClips' | 'setNameTaken') */
export async function createPromotion(
  { db, now, site }: CreateDeps,
  maker: Person,
  { promo_name, source_ids, expires_in_days }: PromotionInput,
): Promise<CreatedSet> {
  const set = newSet(promo_name, source_ids, { maker, at: now() })
  const expiry = daysAfter(set.at, expires_in_days)
  await create(db, 'promotion', set, async (trx) => {
    await releaseEndedName(trx, set)
    return trx
      .insertInto('promotions')
      .values({ ...row(set), expires_at: expiry })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { name: set.name, url: setUrl({ site }, 'promotion', set.slug), expiry }
}

/** Makes a curated set. @throws AppError('badSetName' | 'badClips' | 'setNameTaken' | 'tooManyRequests') */
export async function createCollection(
  { db, now, site, rateLimits }: CreateDeps & Pick<Deps, 'rateLimits'>,
  maker: Person,
  { curated_name, source_ids }: CollectionInput,
): Promise<CreatedSet> {
  const set = newSet(curated_name, source_ids, { maker, at: now() })
  if (!isAdmin(maker)) await rateLimits.newCollections.take(String(maker.id))
  await create(db, 'collection', set, (trx) =>
    trx.insertInto('collections').values(row(set)).returning('id').executeTakeFirstOrThrow(),
  )
  return { name: set.name, url: setUrl({ site }, 'collection', set.slug) }
}

function newSet(name: string, ids: readonly number[], { maker, at }: Pick<NewSet, 'maker' | 'at'>): NewSet {
  const slug = setSlug(name)
  if (slug === undefined) throw new AppError('badSetName')
  const clips = [...new Set(ids)]
  if (clips.length === 0 || clips.length > MAX_SET_CLIPS)
    throw new AppError('badClips', `${clips.length} clips`)
  return { name: name.trim().replace(/\s+/gu, ' '), slug, clips, maker, at }
}

function row({ slug, name, maker, at }: NewSet) {
  return { slug, name, created_by: maker.id, created: at.toISOString() }
}

async function create(
  db: Deps['db'],
  kind: SetKind,
  set: NewSet,
  insert: (trx: Transaction<Database>) => Promise<{ id: number }>,
): Promise<void> {
  const { slug, clips, maker, at } = set
  try {
    await db.transaction().execute(async (trx) => {
      await lockClips(trx, clips)
      const { id } = await insert(trx)
      await insertClips(trx, kind, { id, clips })
      await queueSheet(trx, { kind, id })
      await audit(trx, { actor: maker, action: `${kind}.create`, userId: null, detail: { id, slug }, at })
      await invalidate(trx, [setTag(slug)])
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('setNameTaken', '', { cause: error })
    throw error
  }
}

/** Locks the clips until the set is made. @throws AppError('badClips') with the ids that do not exist */
async function lockClips(trx: Transaction<Database>, clips: readonly number[]): Promise<void> {
  const query = trx
    .selectFrom('sources')
    .select('id')
    .where('id', 'in', clips)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('medias').select('medias.id').whereRef('medias.source_id', '=', 'sources.id')),
    )
    .orderBy('id')
  const rows = await (engineOf(trx) === 'postgres' ? query.forKeyShare() : query).execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = clips.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new AppError('badClips', `there is no clip ${unknown.slice(0, MOST_LISTED).join(', ')}`)
}

async function insertClips(
  trx: Transaction<Database>,
  kind: SetKind,
  { id, clips }: { id: number; clips: readonly number[] },
): Promise<void> {
  const rows = clips.map((source_id, position) => ({ source_id, position }))
  if (kind === 'promotion')
    await trx
      .insertInto('promotion_sources')
      .values(rows.map((each) => ({ promotion_id: id, ...each })))
      .execute()
  else
    await trx
      .insertInto('collection_sources')
      .values(rows.map((each) => ({ collection_id: id, ...each })))
      .execute()
}

/** Frees the name. The ended promotion keeps its row and figures under a slug that no name leads to. */
async function releaseEndedName(trx: Transaction<Database>, { slug, at }: NewSet): Promise<void> {
  await trx
    .updateTable('promotions')
    .set({ slug: sql`slug || '~' || id` })
    .where('slug', '=', slug)
    .where('expires_at', '<=', at.toISOString())
    .execute()
}
