import type { Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setId } from '#domain/sets/set-slug.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { TABLES } from './set-kind.ts'

/**
 * Locks the set for a change by its maker, the admin or the command line, ended or not.
 * @throws AppError('setNotFound'), 'forbidden' for anybody else
 */
export async function lockOwnSet(
  trx: Transaction<Database>,
  kind: SetKind,
  { set, by }: { set: string; by: Person | 'cli' },
) {
  const slug = setId(set)
  if (slug === undefined) throw new AppError('setNotFound')
  const query = trx
    .selectFrom(TABLES[kind])
    .select(['id', 'slug', 'name', 'description', 'created_by', 'og_image_url'])
    .where('slug', '=', slug)
  const row = await (engineOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('setNotFound')
  const may = by === 'cli' || isAdmin(by) || row.created_by === by.id
  if (!may) throw new AppError('forbidden', 'this set belongs to somebody else')
  return row
}
