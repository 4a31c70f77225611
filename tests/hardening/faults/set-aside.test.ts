import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bulkJob } from '#server/library/bulk/bulk-job.ts'
import { publishDueJob } from '#server/library/clip/publish-due.ts'
import { removeFilesJob } from '#server/removal/remove-files.ts'
import { poison } from '../../support/database/poison.ts'
import { aClip } from '../../support/database/rows.ts'
import { type Fleet, startFleet } from '../../support/shop/fleet.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { LONG } from '../support/long.ts'

/** Their quick forms: library/clip, library/bulk, removal and start/poisoned-jobs.test.ts. */
let fleet: Fleet
let admin: TestMember

beforeAll(async () => {
  if (!LONG) return
  fleet = await startFleet({
    env: { TRUST_PROXY: 'on' },
    jobs: [bulkJob(undefined as never), publishDueJob, removeFilesJob],
  })
  admin = await aMember({ db: fleet.db, now: () => new Date() }, { admin: true })
}, 240_000)
afterAll(() => fleet?.close())

async function ask(server: number, method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...admin.headers, 'content-type': 'application/json' }
  return fetch(fleet.servers[server]!.at(path), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
}

const clip = (id: number) =>
  fleet.db.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirst()

test.runIf(LONG)(
  'three servers publish and change every clip but the poisoned one, and say which it is',
  async () => {
    const { db } = fleet
    const publish_at = new Date(Date.now() - 60_000).toISOString()
    const ids: number[] = []
    for (let n = 0; n < 30; n++)
      ids.push((await aClip(db, { source: { state: 'draft', ai: 0, publish_at } })).id)
    const [bad, ...good] = ids as [number, ...number[]]
    // 5,000 letters without a space are no poison.
    await db
      .updateTable('library')
      .set({ description: 'x'.repeat(5_000) })
      .where('id', '=', good[0]!)
      .execute()
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${bad}` })
    await db.updateTable('jobs').set({ run_at: publish_at }).where('kind', '=', publishDueJob.kind).execute()
    await vi.waitFor(
      async () => {
        const shown = await db.selectFrom('sources').select('id').orderBy('id').execute()
        expect(shown.map(({ id }) => id)).toEqual(good)
      },
      { timeout: 60_000, interval: 500 },
    )
    const change = { kind: 'creator', user_name: 'Mio' }
    const answers = await Promise.all(
      [0, 1, 2].map((server) => ask(server, 'POST', '/api/studio/library/bulk', { ids, change })),
    )
    for (const answer of answers) {
      const { id } = (await answer.json()) as { id: number }
      await vi.waitFor(
        async () => {
          const operation = (await (await ask(1, 'GET', `/api/studio/library/bulk/${id}`)).json()) as object
          expect(operation).toMatchObject({
            finished: expect.any(String),
            refused: { failed: 1 },
            failed: [{ id: bad }],
          })
        },
        { timeout: 60_000, interval: 500 },
      )
    }
  },
  240_000,
)

test.runIf(LONG)(
  'a clip deleted while the bucket is away is gone at once, and its files as soon as the bucket is back',
  async () => {
    const { db, bucket, servers } = fleet
    const { id, cloudpath } = await aClip(db)
    const { storage } = servers[2]!.deps
    await storage.put(cloudpath, Buffer.from('x'), 'video/mp4')
    bucket!.fail('cut')
    expect((await ask(0, 'DELETE', `/api/studio/clips/${id}`, { typed: String(id) })).ok).toBe(true)
    expect(await clip(id)).toBeUndefined()
    expect((await ask(1, 'GET', `/api/studio/clips/${id}`)).status).toBe(404)
    bucket!.fail(undefined)
    await vi.waitFor(async () => expect(await storage.stat(cloudpath)).toBeUndefined(), {
      timeout: 60_000,
      interval: 500,
    })
  },
  120_000,
)
