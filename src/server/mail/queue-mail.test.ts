import { expect, test, vi } from 'vitest'
import { UnrecoverableError } from '#server/jobs/job.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import type { Deps } from '../deps.ts'
import { mailJob } from './mail-job.ts'
import { MailNotTaken } from './mailer.ts'
import { type MailOrder, queueMail } from './queue-mail.ts'

describeEachDatabase('mails in the queue', (open) => {
  test('wait once per person, separately', async () => {
    const db = await open()
    const asked: MailOrder[] = [
      { mail: 'resetPassword', email: 'aoi@example.com' },
      { mail: 'resetPassword', email: 'ren@example.com' },
      { mail: 'verifyEmail', userId: 7 },
      { mail: 'verifyEmail', userId: 8 },
    ]
    for (const order of [...asked, ...asked]) await queueMail(db, order)
    const rows = await db.selectFrom('jobs').select('payload').orderBy('id').execute()
    expect(rows.map(({ payload }) => JSON.parse(payload))).toEqual(asked)
  })
})

const letter = { subject: '', before: [], link: { label: '', url: 'https://nagare.example' }, after: [] }
const site = { name: 'Nagare', url: new URL('https://nagare.example') }

test.each([
  ['was certainly not sent', {}, 1, MailNotTaken],
  ['may have arrived', { maybeTaken: true }, 0, MailNotTaken],
  ['is refused for good', { forGood: true }, 1, UnrecoverableError],
] as const)(
  'the link in a mail that %s is made void so many times: %o %i',
  async (_, why, times, failure) => {
    const revoke = vi.fn(async () => {})
    const job = mailJob(async () => ({ to: 'aoi@example.com', locale: 'en', letter, revoke }))
    const send = () => Promise.reject(new MailNotTaken('no', why))
    const context = { id: 1, attempts: 1, signal: new AbortController().signal }
    const run = job.run(
      { mailer: { send }, site } as unknown as Deps,
      { mail: 'verifyEmail', userId: 7 },
      context,
    )
    await expect(run).rejects.toBeInstanceOf(failure)
    expect(revoke).toHaveBeenCalledTimes(times)
  },
)
