import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Database } from '#server/db/schema.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { dismissJob, listFailedJobs, readQueue, retryJob } from './queue.ts'

const ADMIN = { id: 1, membership: 'free', role: 'admin' } as const

describePlainSql('the queue in the overview', (open) => {
  async function queue() {
    const { deps } = accountsOn(await open())
    const { db } = deps
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    let woken = 0
    deps.events.on('jobQueued', () => woken++)
    return {
      ...{ deps, db, at },
      woken: () => woken,
      async add(values: Partial<Insertable<Database['jobs']>>) {
        const job = { kind: 'mail', payload: '{}', state: 'null', created: at(-1), run_at: at(1), ...values }
        const { id } = await db.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow()
        return id
      },
      job: (id: number) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
      async log() {
        const rows = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
        return rows.map(({ action, detail }) => [action, JSON.parse(detail)])
      },
    }
  }
  const failed = { last_error: 'Error: no', attempts: 4 }

  test('a job counts once: running, failing, waiting or given up; a recurring one only runs or fails', async () => {
    const { db, add, at } = await queue()
    const running = { locked_by: 'me', locked_until: at(1) }
    await add({ unique_key: 'mail' })
    await add({ kind: 'ingest', unique_key: 'ingest:7' })
    await add({})
    await add({ locked_by: 'me', locked_until: at(-1) })
    await add({ ...running, ...failed })
    await add({ ...failed, kind: 'ingest' })
    await add({ ...failed, unique_key: 'mail:2' })
    await add({ ...failed, kind: 'figures', unique_key: 'figures' })
    await add({ ...failed, finished_at: at(-1) })
    await add({ finished_at: at(-1) })
    expect(await readQueue(db)).toEqual({
      jobs: { waiting: 3, running: 1, failing: 3, given_up: 1 },
      ingest: { waiting: 1, running: 0, failing: 1, given_up: 0 },
      mails: { waiting: 2, running: 1, failing: 1, given_up: 1 },
    })
  })

  test('a hundred failed jobs are listed, newest first, with when they are retried', async () => {
    const { deps, add, at } = await queue()
    await add({})
    for (let n = 0; n < 98; n++) await add({ ...failed, kind: `kind ${n}` })
    const over = await add({ ...failed, finished_at: at(-1), created: at(-2) })
    const recurring = await add({ ...failed, kind: 'figures', unique_key: 'figures', run_at: at(3) })
    const { jobs, more } = await listFailedJobs(deps)
    expect([jobs.length, more]).toEqual([100, false])
    const shown = { attempts: 4, error: 'Error: no' }
    expect(jobs.slice(0, 2)).toMatchObject([
      {
        ...shown,
        id: recurring,
        kind: 'figures',
        recurring: true,
        state: 'failing',
        next: expect.any(String),
      },
      { ...shown, id: over, kind: 'mail', recurring: false, state: 'givenUp', next: null },
    ])
    expect(jobs.at(-1)).toMatchObject({ kind: 'kind 0', recurring: false, state: 'failing' })
    await add(failed)
    const longer = await listFailedJobs(deps)
    expect([longer.jobs.length, longer.more, longer.jobs.at(-1)!.kind]).toEqual([100, true, 'kind 1'])
  })

  test('one of two failing jobs is due at once, and the others stay', async () => {
    const { deps, add, at, job, log, woken } = await queue()
    const ids = [await add(failed), await add(failed)] as const
    const [waiting, over] = [await add({}), await add({ ...failed, finished_at: at(-1) })]
    await retryJob(deps, ADMIN, ids[0])
    expect((await job(ids[0]))!.run_at < at(0.1)).toBe(true)
    expect((await job(ids[1]))!.run_at > at(0.9)).toBe(true)
    expect(woken()).toBe(1)
    for (const id of [waiting, over, 987])
      await expect(retryJob(deps, ADMIN, id)).rejects.toMatchObject({ code: 'notFound' })
    expect((await job(waiting))!.run_at > at(0.9)).toBe(true)
    expect(woken()).toBe(1)
    expect(await log()).toEqual([['job.retry', { job: ids[0], kind: 'mail', attempts: 4 }]])
  })

  test('one of two failed jobs is dismissed; a running, recurring or waiting one is not', async () => {
    const { deps, db, add, at, log } = await queue()
    const kept = [
      await add(failed),
      await add({}),
      await add({ ...failed, unique_key: 'mail' }),
      await add({ ...failed, locked_by: 'me', locked_until: at(1) }),
    ]
    const gone = [
      await add(failed),
      await add({ ...failed, unique_key: 'mail:1', finished_at: at(-1) }),
      await add({ ...failed, locked_by: 'me', locked_until: at(-1) }),
    ]
    for (const id of [...gone, ...kept.slice(1), 987]) await dismissJob(deps, ADMIN, id)
    const left = await db.selectFrom('jobs').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(kept)
    const before = { kind: 'mail', attempts: 4, last_error: 'Error: no' }
    expect(await log()).toEqual(gone.map((job) => ['job.dismiss', { job, before }]))
  })
})
