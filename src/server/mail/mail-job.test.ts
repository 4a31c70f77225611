import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mail/mail-server.ts'
import { IN_LONG_TEST, runs } from '../../../tests/support/runs.ts'
import type { Database } from '../db/schema.ts'
import { queueMail } from './queue-mail.ts'

const CHILD = new URL('../../../tests/support/children/mailing-child.ts', import.meta.url)
const PEOPLE = 40
const KILLS = runs(5, 1)

async function peopleWithMail(db: Kysely<Database>): Promise<string[]> {
  const emails = Array.from({ length: PEOPLE }, (_, number) => `person${number}@mail.example`)
  for (const email of emails) {
    const userId = await aUser(db, { email, email_normalised: email })
    await db.transaction().execute((trx) => queueMail(trx, { mail: 'verifyEmail', userId }))
  }
  return emails
}

async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('jobs').select('id').executeTakeFirst()) === undefined
}

const addressees = ({ mails }: MailServer) => [...new Set(mails.flatMap(({ to }) => to))].toSorted()

describeEachDatabase('the mail queue', (_, databases) => {
  test.runIf(IN_LONG_TEST || databases.engine === 'postgres')(
    'loses no mail to kill -9 at any moment',
    async () => {
      const config = await databases.create()
      const db = await databases.connect(config)
      const emails = await peopleWithMail(db)
      // Slow, so that each kill interrupts a mail.
      const server = await startMailServer({
        onMailFrom: (_, __, done) => void sleep(50).then(() => done()),
      })
      const mailing = async (until: () => Promise<unknown>) => {
        const { process: child, lines } = spawnModule(CHILD, [JSON.stringify(config), String(server.port)])
        await lines.next()
        await until()
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      let interrupted = 0
      for (let kill = 1; kill <= KILLS; kill++) {
        await mailing(() => sleep(100 + 100 * kill))
        interrupted += (await db.selectFrom('jobs').select('id').where('locked_by', 'is not', null).execute())
          .length
      }
      expect(interrupted).toBeGreaterThan(0)
      await mailing(() => vi.waitFor(async () => expect(await isEmpty(db)).toBe(true), { timeout: 40_000 }))
      expect(addressees(server)).toEqual(emails.toSorted())
      // Duplicates of a mail can be recognised.
      const ids = new Set(server.mails.map(({ headers }) => headers['message-id']))
      expect(ids.size).toBe(PEOPLE)
      await server.close()
    },
    60_000,
  )

  test('keeps mails while the mail server is down, and sends them when it is back', async () => {
    const config = await databases.create()
    const db = await databases.connect(config)
    const down = await startMailServer()
    await down.close()
    const emails = await peopleWithMail(db)
    const { process: child } = spawnModule(CHILD, [JSON.stringify(config), String(down.port)])
    await vi.waitFor(
      async () => {
        const untried = db.selectFrom('jobs').select('id').where('last_error', 'is', null).executeTakeFirst()
        expect(await untried).toBeUndefined()
      },
      { timeout: 20_000 },
    )
    const [tried] = await db.selectFrom('jobs').select('last_error').execute()
    expect(tried?.last_error).toContain('ECONNREFUSED')
    // The token of an unsent mail does not work.
    const tokens = () => db.selectFrom('mail_tokens').selectAll().execute()
    await vi.waitFor(async () => expect(await tokens()).toEqual([]), { timeout: 20_000 })
    const back = await startMailServer({}, down.port)
    await db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z' }).execute()
    await vi.waitFor(async () => expect(await isEmpty(db)).toBe(true), { timeout: 20_000 })
    expect(addressees(back)).toEqual(emails.toSorted())
    child.kill('SIGKILL')
    await back.close()
  }, 60_000)
})
