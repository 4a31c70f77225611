import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { storeEvent } from '#server/billing/inbox/receive-event.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { selectTakenClips } from '#server/downloads/record-licence.ts'
import { takeClip } from '#server/downloads/sign-download.ts'
import { finishJob, queueJob, type TakenJob, takeJob } from '#server/jobs/job-rows.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { claimSpot } from '#server/testers/claim-spot.ts'
import { postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { aClip, aUser } from '../../support/database/rows.ts'
import { runs } from '../../support/runs.ts'
import { LONG } from '../support/long.ts'

const engines = LONG ? [sqliteDatabases(), postgresDatabases()] : [sqliteDatabases()]
const SCHEDULES = runs(600, 12)
const KEY = 'k'.repeat(16)
const [PEOPLE, SPOTS, CLIPS] = [5, 3, 2]
const KINDS = ['mail', 'billing.event', 'plain']

/** An action of one of two processes; `dies`: it takes a job and is killed before the end. */
type Step = { process: number; which: number } & (
  | { do: 'claim' | 'download' | 'deliver' | 'queue' }
  | { do: 'work'; dies: boolean }
)

const who = { process: fc.nat(1), which: fc.nat(PEOPLE * CLIPS - 1) }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ...who, do: fc.constantFrom('claim', 'download', 'deliver', 'queue') }),
  fc.record({ ...who, do: fc.constant('work'), dies: fc.constantFrom(false, false, true) }),
) as fc.Arbitrary<Step>
/** The steps of a round begin at the same time. */
const schedule = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })

describe.each(engines)('two processes on one database ($engine)', (databases) => {
  afterAll(() => databases.close())

  test('do everything once, in any concurrent schedule', { timeout: 300_000 }, async () => {
    const config = await databases.create()
    const handles = [await databases.connect(config), await databases.connect(config)]
    await fc.assert(
      fc.asyncProperty(schedule, fc.infiniteStream(fc.nat(3)), async (rounds, pauses) => {
        const world = await aWorld(handles, pauses)
        for (const round of rounds) await Promise.all(round.map((each) => take(world, each)))
        await workOff(world)
        await check(world)
      }),
      { numRuns: SCHEDULES },
    )
  })
})

async function aWorld(handles: Kysely<Database>[], pauses: Iterator<number>) {
  const db = handles[0]!
  for (const table of ['jobs', 'testers', 'downloads', 'stripe_events', 'tester_keys'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('tester_spots').set({ taken: 0, total: SPOTS }).execute()
  await db
    .insertInto('tester_keys')
    .values({ key: KEY, label: '', created: '2026-11-21T00:00:00.000Z' })
    .execute()
  const people: number[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await aUser(db))
  for (let n = 0; n < CLIPS; n++) await aClip(db)
  const clips = await selectTakenClips(db).orderBy('sources.id', 'desc').limit(CLIPS).execute()
  const processes = handles.map((handle) => depsOf(handle.withPlugin(pausing(pauses))))
  return {
    ...{ db, people, clips, processes },
    /** Jobs that processes hold. */
    held: new Set<number>(),
    /** Holders that were killed. */
    dead: new Map<number, TakenJob>(),
    done: new Map<string, number>(),
    asked: new Set<string>(),
  }
}

type World = Awaited<ReturnType<typeof aWorld>>

function depsOf(db: Kysely<Database>) {
  return {
    db,
    now: () => new Date(),
    events: new EventEmitter() as Deps['events'],
    rateLimits: openRateLimits(db),
    site: { name: 'Nagare' },
    storage: { signedUrl: async () => '/media/full/a.mp4' } as unknown as Deps['storage'],
  }
}

/** Pauses so that others run between any two queries. */
function pausing(pauses: Iterator<number>): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (let n = pauses.next().value; n > 0; n--) await new Promise(setImmediate)
      return result
    },
  }
}

async function take(world: World, one: Step): Promise<unknown> {
  const deps = world.processes[one.process]!
  const person = { id: world.people[one.which % PEOPLE]!, membership: 'pro' as const }
  switch (one.do) {
    case 'claim':
      return claimSpot(deps, person, { key: KEY, address: '203.0.113.1' }).catch((error) =>
        expect(error.code).toBe('soldOut'),
      )
    case 'download': {
      const clip = world.clips[one.which % CLIPS]!
      world.asked.add(`${person.id} ${clip.id}`)
      return takeClip(deps, person, { clip, via: 'clip', viaName: '' })
    }
    case 'deliver': {
      const event = { id: `evt_${one.which}`, type: 'customer.subscription.updated', created: 1 }
      world.asked.add(event.id)
      return storeEvent(deps, { ...event, data: { object: { id: `sub_${one.which % 3}` } } })
    }
    case 'queue':
      world.asked.add(`plain ${one.which}`)
      return queueJob(deps.db, { kind: 'plain', payload: one.which, once: `plain:${one.which}` })
    case 'work':
      return work(world, one)
  }
}

/** Takes a job of any kind and does it. False without one. */
async function work(world: World, { process, dies }: { process: number; dies: boolean }): Promise<boolean> {
  const { db } = world.processes[process]!
  for (const kind of KINDS) {
    const job = await takeJob(db, { kind, holder: `process ${process}`, leaseSeconds: 60 })
    if (!job) continue
    expect(world.held.has(job.id), `${kind} is held already`).toBe(false)
    world.held.add(job.id)
    if (dies) world.dead.set(job.id, job)
    else await carryOut(world, db, job)
    return true
  }
  return false
}

async function carryOut(world: World, db: Kysely<Database>, job: TakenJob): Promise<void> {
  const { subject } = JSON.parse(job.payload)
  if (subject)
    await db
      .updateTable('stripe_events')
      .set({ handled_at: '2026-11-21T00:00:00.000Z' })
      .where('object_id', '=', subject)
      .where('received_at', '<=', new Date().toISOString())
      .execute()
  const key = `${job.kind} ${job.payload}`
  world.done.set(key, (world.done.get(key) ?? 0) + 1)
  world.held.delete(job.id)
  await finishJob(db, job)
}

/** Leases of dead processes end, and living ones do the rest. */
async function workOff(world: World): Promise<void> {
  const { db, dead, held } = world
  for (const id of dead.keys()) held.delete(id)
  const past = '2026-11-21T00:00:00.000Z'
  await db.updateTable('jobs').set({ locked_until: past }).where('locked_until', 'is not', null).execute()
  const both = () =>
    Promise.all([work(world, { process: 0, dies: false }), work(world, { process: 1, dies: false })])
  while ((await both()).some(Boolean));
}

async function check({ db, asked, done }: World): Promise<void> {
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  const testers = await db.selectFrom('testers').select('user_id').execute()
  const { taken } = await db.selectFrom('tester_spots').select('taken').executeTakeFirstOrThrow()
  expect(testers.length).toBe(taken)
  expect(taken).toBeLessThanOrEqual(SPOTS)
  for (const { user_id } of testers) {
    const welcomes = [...done].filter(([key]) => key.includes('testerWelcome') && key.includes(`:${user_id}`))
    expect(welcomes.map(([, times]) => times)).toEqual([1])
  }
  const licences = await db.selectFrom('downloads').select(['user_id', 'clip_id']).execute()
  const events = await db.selectFrom('stripe_events').select(['id', 'handled_at']).execute()
  expect(events.filter(({ handled_at }) => !handled_at)).toEqual([])
  const plain = [...done.keys()].filter((key) => key.startsWith('plain'))
  const found = [
    ...licences.map(({ user_id, clip_id }) => `${user_id} ${clip_id}`),
    ...events.map(({ id }) => id),
    ...plain,
  ]
  expect(found.toSorted()).toEqual([...asked].toSorted())
}
