import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import type { Deps } from '../deps.ts'
import { cleanMails } from './clean-mails.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

describeEachDatabase('old mails', (open) => {
  test('are deleted after a month, waiting ones never', async () => {
    const db = await open()
    const user_id = await aUser(db)
    const token = { user_id, purpose: 'verifyEmail' as const, email: 'aoi@example.com', created: daysAgo(60) }
    await db
      .insertInto('mail_tokens')
      .values([
        { ...token, token_hash: 'old', expires_at: daysAgo(31) },
        { ...token, token_hash: 'recent', expires_at: daysAgo(29) },
      ])
      .execute()
    const job = { kind: 'mail', payload: '{}', state: 'null', run_at: daysAgo(60), created: daysAgo(60) }
    await db
      .insertInto('jobs')
      .values([
        { ...job, last_error: 'old', finished_at: daysAgo(31) },
        { ...job, last_error: 'recent', finished_at: daysAgo(29) },
        { ...job, last_error: 'waiting' },
      ])
      .execute()
    await cleanMails.run({ db, now: () => now, files: { dataDir: '/nowhere' } } as Deps, {
      state: undefined,
      signal: new AbortController().signal,
    })
    const tokens = await db.selectFrom('mail_tokens').select('token_hash').execute()
    expect(tokens).toEqual([{ token_hash: 'recent' }])
    const jobs = await db.selectFrom('jobs').select('last_error').orderBy('id').execute()
    expect(jobs.map(({ last_error }) => last_error)).toEqual(['recent', 'waiting'])
  })
})
