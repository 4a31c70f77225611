import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** The next number for this id. Drawn before Stripe is asked, it orders answers independently of clocks. */
export async function drawTicket(db: Kysely<Database>, id: string): Promise<number> {
  const { ticket } = await db
    .insertInto('subscription_tickets')
    .values({ id, ticket: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ ticket: eb('subscription_tickets.ticket', '+', 1) })),
    )
    .returning('ticket')
    .executeTakeFirstOrThrow()
  return ticket
}
