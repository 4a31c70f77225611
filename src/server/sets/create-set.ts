import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { CollectionInput, CreatedSet, PromotionInput } from '#contract/sets/sets.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setSlug, TAIL_LENGTH, TAIL_LETTERS, withoutTail } from '#domain/sets/set-slug.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Site } from '#server/config/config.ts'
import { isUniqueViolation } from '#server/db/database-error.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { daysAfter } from './promotion-expiry.ts'
import { insertClips, lockClips, setClips } from './set-clips.ts'
import { setTag, setUrl } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

type CreateDeps = Pick<Deps, 'db' | 'now'> & { site: Pick<Site, 'url'> }

interface NewSet {
  name: string
  slug: string
  description: string
  clips: readonly number[]
  maker: Person
  at: Date
}

/**
 * Makes a promotion; an ended promotion's name is free. @throws AppError('badSetName' | 'badClips' | 'setNameTaken')
 */
export async function createPromotion(
  { db, now, site }: CreateDeps,
  maker: Person,
  { promo_name, expires_in_days, ...input }: PromotionInput,
): Promise<CreatedSet> {
  const set = newSet(promo_name, input, { maker, at: now() })
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
  { curated_name, ...input }: CollectionInput,
): Promise<CreatedSet> {
  const set = newSet(curated_name, input, { maker, at: now() })
  if (!isAdmin(maker)) await rateLimits.newCollections.take(String(maker.id))
  await create(db, 'collection', set, (trx) =>
    trx.insertInto('collections').values(row(set)).returning('id').executeTakeFirstOrThrow(),
  )
  return { name: set.name, url: setUrl({ site }, 'collection', set.slug) }
}

function newSet(
  name: string,
  { source_ids, description = '', unguessable = false }: Omit<CollectionInput, 'curated_name'>,
  made: Pick<NewSet, 'maker' | 'at'>,
): NewSet {
  const slug = setSlug(name)
  if (slug === undefined) throw new AppError('badSetName')
  const set = { name: setName(name), description, clips: setClips(source_ids), ...made }
  return { ...set, slug: unguessable ? `${slug}-${randomTail()}` : slug }
}

/** 39 random bits, with at least one digit and one letter, so that pages show names without it. */
function randomTail(): string {
  const letters = Array.from({ length: TAIL_LENGTH }, () => TAIL_LETTERS[randomInt(TAIL_LETTERS.length)])
  const tail = letters.join('')
  return withoutTail(`-${tail}`) === '' ? tail : randomTail()
}

/** The name as stored and shown. @throws AppError('badSetName') */
export function setName(name: string): string {
  if (setSlug(name) === undefined) throw new AppError('badSetName')
  return name.trim().replace(/\s+/gu, ' ')
}

function row({ slug, name, description, maker, at }: NewSet) {
  return { slug, name, description, created_by: maker.id, created: at.toISOString() }
}

async function create(
  db: Deps['db'],
  kind: SetKind,
  set: NewSet,
  insert: (trx: Trx) => Promise<{ id: number }>,
): Promise<void> {
  const { slug, clips, maker, at } = set
  try {
    await db.transaction().execute(async (trx) => {
      await lockClips(trx, clips)
      const { id } = await insert(trx)
      await insertClips(trx, kind, { id, clips })
      await queueSheet(trx, { kind, id })
      const after = { name: set.name, description: set.description, clips: clips.length }
      const detail = { id, slug, after }
      await audit(trx, { actor: maker, action: `${kind}.create`, userId: null, detail, at })
      await invalidate(trx, [setTag(slug)])
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('setNameTaken', '', { cause: error })
    throw error
  }
}

/** Frees the name. The ended promotion keeps its row and figures under a slug that no name leads to. */
async function releaseEndedName(trx: Trx, { slug, at }: NewSet): Promise<void> {
  await trx
    .updateTable('promotions')
    .set({ slug: sql`slug || '~' || id` })
    .where('slug', '=', slug)
    .where('expires_at', '<=', at.toISOString())
    .execute()
}
