import type { Selectable } from 'kysely'
import type { Database, Db } from '#server/db/schema.ts'
import { MAY_CHARGE } from './subscription-facts.ts'

type Rival = Pick<Selectable<Database['subscriptions']>, 'id' | 'status' | 'created'>

/** A person's subscriptions that charge, or may charge again, without those being ended. */
export function rivalsOf(db: Db, userId: number): Promise<Rival[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'created'])
    .where('user_id', '=', userId)
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .execute()
}

/** Marks all but one of a person's subscriptions to be ended; returns their ids. */
export async function settleRivals(trx: Db, userId: number): Promise<string[]> {
  const [kept, ...losers] = ranked(await rivalsOf(trx, userId))
  if (!kept) return []
  for (const loser of losers) {
    await trx
      .updateTable('subscriptions')
      .set({ end_reason: isNewer(loser, kept) ? 'duplicate' : 'superseded' })
      .where('id', '=', loser.id)
      .execute()
  }
  return losers.map(({ id }) => id)
}

/** The one to keep first: the oldest that is paid, else the oldest. */
export function ranked(rivals: readonly Rival[]): Rival[] {
  return rivals.toSorted((a, b) => Number(isOwing(a)) - Number(isOwing(b)) || (isNewer(a, b) ? 1 : -1))
}

function isOwing({ status }: Rival): boolean {
  return status !== 'active' && status !== 'trialing'
}

function isNewer(a: Rival, b: Rival): boolean {
  return a.created === b.created ? a.id > b.id : a.created > b.created
}
