import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database } from '#server/db/schema.ts'

/** Longer than the library tries one call. */
const LEASE_SECONDS = 60

/**
 * A number higher than any drawn before for that id. Whoever draws it and then asks Stripe has an answer that is no
 * older than what any lower ticket's was when it was drawn, whichever process's clock says what.
 */
export async function drawTicket(db: Kysely<Database>, id: string): Promise<number> {
  const { ticket } = await db
    .insertInto('subscription_turns')
    .values({ id, ticket: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ ticket: eb('subscription_turns.ticket', '+', 1) })),
    )
    .returning('ticket')
    .executeTakeFirstOrThrow()
  return ticket
}

/** Does the work unless somebody else is at work on that id; false where it was not done. */
export async function inTurn(
  db: Kysely<Database>,
  id: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const holder = randomUUID()
  if (!(await takeTurn(db, { id, holder }))) return false
  try {
    await work()
    return true
  } finally {
    await endTurn(db, { id, holder })
  }
}

async function takeTurn(
  db: Kysely<Database>,
  { id, holder }: { id: string; holder: string },
): Promise<boolean> {
  const lock = { locked_by: holder, locked_until: databaseTime(db, -LEASE_SECONDS) }
  const row = await db
    .insertInto('subscription_turns')
    .values({ id, ...lock })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(lock)
        .where(({ or, eb }) =>
          or([
            eb('subscription_turns.locked_until', 'is', null),
            eb('subscription_turns.locked_until', '<=', databaseTime(db)),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function endTurn(db: Kysely<Database>, { id, holder }: { id: string; holder: string }): Promise<void> {
  await db
    .updateTable('subscription_turns')
    .set({ locked_by: null, locked_until: null })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute()
}
