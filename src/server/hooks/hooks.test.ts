import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOOK_EVENTS, type HookEvent } from '#domain/studio/hook-events.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import type { Db } from '#server/db/schema.ts'
import { signDownload } from '#server/downloads/sign-download.ts'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { QUICK } from '../../../tests/support/database/jobs.ts'
import { newClip } from '../../../tests/support/database/new-clip.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { isSignedBy, type Receiver, startReceiver } from '../../../tests/support/receiver.ts'
import { IN_LONG_TEST, runs } from '../../../tests/support/runs.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { bulkJob } from '../library/bulk/bulk-job.ts'
import { startBulk } from '../library/bulk/operations.ts'
import { hideNow, moveToTrash, publishNow } from '../library/clip/show-clip.ts'
import { publishClip } from '../library/publish-clip.ts'
import { removeClip } from '../library/remove-clip.ts'
import { forgetJob } from '../privacy/forget-job.ts'
import { indexSource } from '../search/index/reindex-sources.ts'
import { announce } from './announce.ts'
import { dueHooksJob, sendHooksJob } from './hook-jobs.ts'
import { addHook, changeHook, hookRoom, ownerOf, sendHookAgain } from './hooks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const { signal } = new AbortController()

/** Queues anew at once, so that a second job of an address, or a second holder of it, would send at the same time. */
const JOBS = [{ ...dueHooksJob, everySeconds: 0.05 }, sendHooksJob]

const CHILD = new URL('../../../tests/support/children/hook-sending-child.ts', import.meta.url)

describeEachDatabase('webhooks', (open, databases) => {
  /** An admin, and a clock that moves only by `pass`, from a little after the database's. */
  async function shop(db?: Db) {
    const { deps, pass, post, logged } = accountsOn(db ?? (await open()))
    pass(MINUTE)
    deps.privateReceivers = ['127.0.0.1', 'localhost']
    const admin = await aMember(deps, { admin: true })
    const by = { id: admin.id, membership: 'free', role: 'admin' } as const
    const sending = sendHooksJob
    const turn = async () => {
      await dueHooksJob.run(deps, { state: undefined, signal })
      const jobs = await deps.db
        .deleteFrom('jobs')
        .where('kind', '=', sending.kind)
        .returning(['id', 'payload'])
        .execute()
      const run = ({ id, payload }: (typeof jobs)[number]) =>
        sending.run(deps, JSON.parse(payload), { id, attempts: 1, signal })
      await Promise.all(jobs.map(run))
    }
    return {
      ...{ deps, pass, post, logged, by, db: deps.db, turn },
      async receiver(answer?: Parameters<typeof startReceiver>[0], events: HookEvent[] = [...HOOK_EVENTS]) {
        const receiver = await startReceiver(answer)
        onTestFinished(receiver.close)
        const { secret } = await addHook(deps, by, { url: receiver.url, events })
        return { ...receiver, secret: secret! }
      },
      /** Turns, one at each time that something is due, until that time has passed. */
      async during(ms: number, every = 5 * MINUTE) {
        for (let passed = 0; passed < ms; passed += every) {
          pass(every)
          await turn()
        }
      },
      say: (member: number) =>
        deps.db.transaction().execute((trx) => announce(trx, 'member.joined', [{ member }])),
      async lines() {
        const { hooks } = await hookRoom(deps)
        return hooks.flatMap(({ deliveries }) =>
          deliveries.map(({ type, state, status }) => `${type} ${state} ${status}`),
        )
      },
      async clip(state: 'draft' | 'published' = 'published', title = 'Grey heron') {
        const clip = await aClip(deps.db, { source: { title, state, ai: 0 } })
        if (state === 'published') await deps.db.transaction().execute((trx) => indexSource(trx, clip.id))
        return clip
      },
    }
  }

  const said = ({ received }: Pick<Receiver, 'received'>) =>
    received.map(({ type, data }) => `${type} ${data.id ?? data.member}`)

  test('tell of each act, once, and of none that did not happen', async () => {
    const { deps, receiver, turn, clip, by, db } = await shop()
    const to = await receiver()
    const [one, two, three] = [await clip('draft'), await clip(), await clip('draft')]
    const version = async (id: number) =>
      (await db.selectFrom('library').select('version').where('id', '=', id).executeTakeFirstOrThrow())
        .version
    await publishNow(deps, by, { id: one.id, version: await version(one.id) })
    await publishNow(deps, by, { id: one.id, version: await version(one.id) })
    await hideNow(deps, by, { id: one.id, version: await version(one.id) })
    await moveToTrash(deps, by, { id: two.id, version: await version(two.id), kind: 'trash' })
    await moveToTrash(deps, by, { id: three.id, version: await version(three.id), kind: 'trash' })
    await moveToTrash(deps, by, { id: two.id, version: await version(two.id), kind: 'restore' })
    await removeClip(deps, two.id)
    await removeClip(deps, three.id)
    await turn()
    expect(said(to)).toEqual([
      ...[`clip.published ${one.id}`, `clip.hidden ${one.id}`, `clip.hidden ${two.id}`],
      ...[`clip.published ${two.id}`, `clip.hidden ${two.id}`],
    ])
    expect(to.received[0]!.data).toEqual({
      ...{ id: one.id, title: 'Grey heron', title_ja: expect.any(String), category: 'temple' },
      ...{
        license_type: 'commercial',
        created: expect.any(String),
        url: `https://nagare.example/m/${one.id}`,
      },
    })
    const undone = db.transaction().execute(async (trx) => {
      await announce(trx, 'member.left', [{ member: 7 }])
      throw new Error('it was not to be')
    })
    await expect(undone).rejects.toThrow()
    await turn()
    expect(to.received).toHaveLength(5)
  })

  test('tell of footage that is published as it comes in, not of drafts', async () => {
    const { deps, receiver, turn } = await shop()
    const to = await receiver()
    const category = { key: 'temple', label: 'Temple', label_ja: '寺', position: 0 }
    const id = await publishClip(deps, newClip('a'), category)
    await publishClip(deps, newClip('b'), category, { state: 'draft' })
    await turn()
    expect(said(to)).toEqual([`clip.published ${id}`])
  })

  test('tell who came, left and downloaded by number, without a name or an address', async () => {
    const { deps, receiver, turn, clip } = await shop()
    const to = await receiver()
    const pro = await aMember(deps, { membership: 'pro', name: 'Xanthippe', email: 'xanthippe@example.com' })
    const { id, cloudpath } = await clip()
    Object.defineProperty(deps, 'storage', { value: { signedUrl: async () => 'https://signed.example' } })
    const person = { id: pro.id, membership: 'pro' } as const
    await signDownload(deps, person, { filepath: cloudpath, kind: 'film' })
    await signDownload(deps, person, { filepath: cloudpath, kind: 'film' })
    await deleteAccount(deps, { person, password: pro.password, endPayments: async () => {} })
    await turn()
    expect(to.received.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'member.joined', data: { member: pro.id } },
      { type: 'download.made', data: { clip: id, member: pro.id, via: 'clip', plan: 'pro' } },
      { type: 'member.left', data: { member: pro.id } },
    ])
    expect(
      to.received
        .map(({ raw }) => raw)
        .join()
        .toLowerCase(),
    ).not.toContain('xanthippe')
  })

  test('of many clips at once come one after the other, in order', async () => {
    const config = await databases.create()
    const { deps, receiver, turn, clip, by, db } = await shop(await databases.connect(config))
    let [together, most] = [0, 0]
    const to = await receiver(async (response) => {
      most = Math.max(most, ++together)
      await sleep(1)
      together--
      response.end()
    })
    const ids: number[] = []
    for (let n = 0; n < runs(250, 60); n++) ids.push((await clip('draft', `Heron ${n}`)).id)
    const { id } = await startBulk(deps, by, { ids, change: { kind: 'publish' } })
    await bulkJob(config).run(deps, {}, { id, attempts: 1, signal })
    await turn()
    expect(said(to)).toEqual(ids.map((each) => `clip.published ${each}`))
    expect([most, (await hookRoom(deps)).hooks[0]!.deliveries.length]).toEqual([1, 50])
    expect(
      await db.selectFrom('hook_deliveries').select('id').where('due', 'is not', null).execute(),
    ).toEqual([])
  })

  test('to a receiver that is down for an hour arrive once, with one id, signed', async () => {
    const { receiver, say, during, turn, lines } = await shop()
    const ids = new Set<string>()
    let isDown = true
    const to = await receiver((response, { id }) => {
      ids.add(id)
      response.writeHead(isDown ? 503 : 200).end()
    })
    await say(7)
    await turn()
    await say(8)
    await during(HOUR)
    const tried = to.received.length
    expect([tried > 4, tried < 30]).toEqual([true, true])
    expect(await lines()).toEqual(['member.joined waiting 503', 'member.joined waiting 503'])
    isDown = false
    await during(5 * HOUR)
    const taken = to.received.slice(tried)
    expect(taken.map(({ data }) => data.member).toSorted()).toEqual([7, 8])
    expect(ids.size).toBe(2)
    expect(taken.every((event) => event.headers['content-type'] === 'application/json')).toBe(true)
    expect(await lines()).toEqual(['member.joined delivered 200', 'member.joined delivered 200'])
  })

  test('are signed by the secret, and for a day after a new one by both', async () => {
    const { deps, by, receiver, say, turn, pass, db } = await shop()
    vi.useFakeTimers({ toFake: ['Date'], now: deps.now() })
    onTestFinished(() => void vi.useRealTimers())
    const to = await receiver()
    const { id, secret: sealed } = await db.selectFrom('hooks').selectAll().executeTakeFirstOrThrow()
    expect(sealed).not.toContain(to.secret.slice(6))
    const { secret } = await changeHook(deps, by, id, 'secret')
    await say(1)
    await turn()
    expect([to.secret, secret!].map((each) => isSignedBy(each, to.received[0]!))).toEqual([true, true])
    pass(25 * HOUR)
    vi.setSystemTime(deps.now())
    await say(2)
    await turn()
    expect([to.secret, secret!].map((each) => isSignedBy(each, to.received[1]!))).toEqual([false, true])
    expect(isSignedBy(secret!, { ...to.received[1]!, raw: to.received[1]!.raw.replace('2', '3') })).toBe(
      false,
    )
    deps.secrets = sealedSecrets(['x'.repeat(43), 'k'.repeat(43)])
    await turn()
    deps.secrets = sealedSecrets(['x'.repeat(43)])
    await say(3)
    await turn()
    expect(isSignedBy(secret!, to.received[2]!)).toBe(true)
    deps.secrets = sealedSecrets(['y'.repeat(43)])
    await say(3)
    await turn()
    expect((await hookRoom(deps)).hooks[0]!.deliveries[0]).toMatchObject({
      answer: expect.stringContaining('MEDIA_KEYS'),
    })
  })

  test('to bad addresses delay those to good ones by no more than their turn', async () => {
    const { receiver, say, turn, lines } = await shop()
    await receiver(() => {})
    await receiver((response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())
    const good = await receiver()
    await receiver((response) => response.destroy())
    for (let member = 0; member < 20; member++) await say(member)
    const turning = turn()
    await vi.waitFor(() => expect(good.received).toHaveLength(20), { timeout: 3_000 })
    await turning
    expect(new Set(await lines())).toEqual(
      new Set(['waiting null', 'waiting 302', 'delivered 204'].map((state) => `member.joined ${state}`)),
    )
  })

  test('that one event breaks are not held up by it, nor turned off when it is given up', async () => {
    const { deps, receiver, say, during, turn, lines } = await shop()
    const to = await receiver((response, { data }) => response.writeHead(data.member === 1 ? 400 : 200).end())
    for (const member of [1, 2, 3]) await say(member)
    await turn()
    expect(said(to)).toEqual(['member.joined 1'])
    await during(2 * MINUTE, 31 * SECOND)
    expect(said(to)).toContain('member.joined 3')
    await during(27 * HOUR, HOUR)
    const [hook] = (await hookRoom(deps)).hooks
    const ofOne = 'member.joined failed 400'
    expect([hook!.off_since, (await lines()).at(-1)]).toEqual([null, ofOne])
    const tried = to.received.length
    await during(5 * HOUR, HOUR)
    expect(to.received).toHaveLength(tried)
    await sendHookAgain(deps, hook!.id, hook!.deliveries.at(-1)!.id)
    await turn()
    expect([to.received.length, (await lines()).at(-1)]).toEqual([tried + 1, 'member.joined waiting 400'])
  })

  test('end after a day of failures, with a mail to the operator; then the admin turns them on and sends one again', async () => {
    const { deps, by, receiver, say, during, turn, pass, post, lines, db } = await shop()
    let status = 500
    const to = await receiver((response) => response.writeHead(status).end('<b>no such thing</b>'))
    await post()
    await say(1)
    await during(23 * HOUR, HOUR)
    await say(2)
    expect(await post()).toEqual([])
    await during(4 * HOUR, HOUR)
    const [mail, ...more] = await post()
    expect([mail!.subject, more]).toEqual(['[Nagare] A webhook was turned off', []])
    expect(mail!.text).toContain('127.0.0.1')
    expect(mail!.text).toContain('https://nagare.example/studio/webhooks')
    const tried = to.received.length
    await say(3)
    await during(3 * HOUR, HOUR)
    expect(to.received).toHaveLength(tried)
    expect(await lines()).toEqual(['member.joined failed 500', 'member.joined failed 500'])
    const [hook] = (await hookRoom(deps)).hooks
    const [newest] = hook!.deliveries
    await expect(sendHookAgain(deps, hook!.id, newest!.id)).rejects.toMatchObject({ code: 'notFound' })
    await changeHook(deps, by, hook!.id, 'on')
    status = 200
    await sendHookAgain(deps, hook!.id, newest!.id)
    await turn()
    const events = to.received.filter(({ data }) => data.member === 2)
    expect([to.received.length, new Set(events.map(({ id }) => id)).size]).toEqual([tried + 1, 1])
    expect((await lines())[0]).toBe('member.joined delivered 200')
    await expect(sendHookAgain(deps, hook!.id + 1, newest!.id)).rejects.toMatchObject({ code: 'notFound' })
    pass(9 * 24 * HOUR)
    await forgetJob.run(deps, { state: undefined, signal })
    expect(await lines()).toEqual([])
    await changeHook(deps, by, hook!.id, 'remove')
    expect(await hookRoom(deps)).toEqual({ hooks: [] })
    const acts = await db
      .selectFrom('audit_records')
      .select('action')
      .where('action', 'like', 'hook.%')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['hook.add', 'hook.on', 'hook.remove'])
  })

  test('go only to the events’ own addresses, of which there are at most five', async () => {
    const { deps, by, receiver, turn, say } = await shop()
    const others = await receiver(undefined, ['clip.published'])
    const own = await receiver(undefined, ['member.joined'])
    await say(1)
    await turn()
    expect([others.received.length, own.received.length]).toEqual([0, 1])
    for (const url of ['https://10.0.0.7/', 'https://[::1]/', 'no address', 'http://hooks.example/'])
      await expect(addHook(deps, by, { url, events: ['member.left'] })).rejects.toMatchObject({
        code: 'badReceiver',
      })
    for (let n = 0; n < 3; n++) await receiver()
    await expect(receiver()).rejects.toMatchObject({ code: 'badReceiver' })
  })

  test('have five addresses at most, and keep both secrets that are made at once', async () => {
    const config = await databases.create()
    const { deps, by, db } = await shop(await databases.connect(config))
    const { now, secrets, privateReceivers } = deps
    const servers = [db, await databases.connect(config)].map((each) => ({
      ...{ db: each, now, secrets, privateReceivers },
    }))
    const added = Array.from({ length: 8 }, (_, n) =>
      addHook(servers[n % 2]!, by, { url: `http://127.0.0.1:9/${n}`, events: ['member.left'] }),
    )
    const outcomes = (await Promise.allSettled(added)).map((each) => 'reason' in each && each.reason.code)
    expect(outcomes.toSorted()).toEqual([...Array(3).fill('badReceiver'), ...Array(5).fill(false)])
    const { hooks } = await hookRoom(deps)
    expect(hooks).toHaveLength(5)
    const { id, url } = hooks[0]!
    const made = await Promise.all(servers.map((server) => changeHook(server, by, id, 'secret')))
    const row = await db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const valid = [row.secret, row.old_secret!].map((sealed) => secrets.open(sealed, ownerOf(url)))
    expect(valid.toSorted()).toEqual(made.map(({ secret }) => secret).toSorted())
  })

  test('whose sender is killed before it notes the answer are sent again, with the same id', async () => {
    const database = await databases.create()
    const { deps, receiver, say } = await shop(await databases.connect(database))
    let killed: Promise<unknown> | undefined
    const { process: child } = spawnModule(CHILD, [JSON.stringify(database)])
    const to = await receiver((response) => {
      if (!killed) {
        killed = once(child, 'exit')
        child.kill('SIGKILL')
      }
      response.end()
    })
    await say(1)
    await vi.waitFor(() => expect(to.received).toHaveLength(1), { timeout: 15_000 })
    await killed
    await say(2)
    const jobs = runJobs(
      Object.assign(Object.create(deps), { now: () => new Date() }),
      [dueHooksJob, sendHooksJob],
      QUICK,
    )
    await vi.waitFor(
      () => expect(said(to).toSorted()).toEqual(['1', '1', '2'].map((n) => `member.joined ${n}`)),
      { timeout: 25_000 },
    )
    await jobs.stop()
    const [first, again] = to.received.filter(({ data }) => data.member === 1)
    expect(again!.id).toBe(first!.id)
  }, 60_000)

  test.runIf(IN_LONG_TEST && databases.engine === 'postgres')(
    'are sent once by three processes, also after an hour without a receiver and beside ones that lie',
    async () => {
      const database = await databases.create()
      const { receiver, say, db } = await shop(await databases.connect(database))
      let isDown = false
      const to = [
        await receiver(),
        await receiver((response) => setTimeout(() => response.end(), 50)),
        await receiver((response) => (isDown ? response.destroy() : response.end())),
      ]
      const inner = await startReceiver()
      onTestFinished(inner.close)
      const others = [
        await receiver((response) => response.writeHead(307, { location: inner.url }).end()),
        await receiver(() => {}),
      ]
      const events = (from: number) => Array.from({ length: 20 }, (_, n) => from + n)
      const start = (ahead: number) =>
        [1, 2, 3].map(() => spawnModule(CHILD, [JSON.stringify(database), String(ahead)]).process)
      const stop = async (children: ReturnType<typeof start>) => {
        const ended = children.map((child) => once(child, 'exit'))
        for (const child of children) child.kill('SIGKILL')
        await Promise.all(ended)
      }
      /** So many were sent, and noted: who is killed before would send again. */
      const arrived = (counts: number[], open: number) =>
        vi.waitFor(
          async () => {
            expect(to.map(({ received }) => received.length)).toEqual(counts)
            const ids = await db.selectFrom('hooks').select('id').orderBy('id').limit(3).execute()
            const rows = db.selectFrom('hook_deliveries').select('id').where('due', 'is not', null)
            const of = rows
              .where(
                'hook_id',
                'in',
                ids.map(({ id }) => id),
              )
              .execute()
            expect(await of).toHaveLength(open)
          },
          { timeout: 60_000 },
        )
      const first = start(0)
      for (const member of events(0)) await say(member)
      await arrived([20, 20, 20], 0)
      isDown = true
      for (const member of events(20)) await say(member)
      await arrived([40, 40, 21], 20)
      await stop(first)
      isDown = false
      const second = start(HOUR)
      await arrived([40, 40, 41], 0)
      for (const member of events(40)) await say(member)
      await arrived([60, 60, 61], 0)
      await stop(second)
      const all = events(0)
        .concat(events(20), events(40))
        .map((member) => `member.joined ${member}`)
      expect(to.slice(0, 2).map((each) => said(each).toSorted())).toEqual([all.toSorted(), all.toSorted()])
      const ids = to[2]!.received.map(({ id }) => id)
      expect(new Set(ids).size).toBe(60)
      expect(new Set(said(to[2]!))).toEqual(new Set(all))
      expect(inner.received).toEqual([])
      expect(others.every(({ received }) => received.length > 0)).toBe(true)
    },
    180_000,
  )

  test('are sent once by three servers', async () => {
    const config = await databases.create()
    const { deps, receiver, say, db } = await shop(await databases.connect(config))
    const to = [await receiver(), await receiver((response) => setTimeout(() => response.end(), 20))]
    for (let member = 0; member < 30; member++) await say(member)
    const servers = await Promise.all(Array.from({ length: 3 }, () => databases.connect(config)))
    const now = () => new Date()
    const jobs = servers.map((each) =>
      runJobs(Object.assign(Object.create(deps), { db: each, now }), JOBS, QUICK),
    )
    const waiting = () => db.selectFrom('hook_deliveries').select('id').where('due', 'is not', null).execute()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000 })
    await Promise.all(jobs.map((job) => job.stop()))
    const all = Array.from({ length: 30 }, (_, member) => `member.joined ${member}`)
    expect(to.map(said)).toEqual([all, all])
  }, 30_000)
})
