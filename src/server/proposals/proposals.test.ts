import { EventEmitter } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DecideInput } from '#contract/studio/clips/proposals.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { PROPOSED_FIELDS } from '#domain/studio/clip/proposal.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { studioClip } from '#server/library/clip/studio-clip.ts'
import { replaceClip } from '#server/library/replace-clip.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase, describePlainSql } from '../../../tests/support/database/databases.ts'
import { makeDue, QUICK } from '../../../tests/support/database/jobs.ts'
import { newClip } from '../../../tests/support/database/new-clip.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { makeVideo } from '../../../tests/support/footage.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import {
  completion,
  failure,
  GOOD_TEXTS,
  type ModelService,
  startModelService,
} from '../../../tests/support/model-service.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { askProposals, decideProposals, listProposals } from './proposals.ts'
import { proposalsJob } from './proposals-job.ts'
import { openModel } from './text-model.ts'

const EDITOR = { id: 7 }
const KEY = 'sk-proj-Fushimi0Inari1Torii2'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

let root: string
let film: string
let service: ModelService
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nagare-proposals-'))
  film = join(root, 'film.mp4')
  await makeVideo(film, { size: '640x360', seconds: 2 })
  service = await startModelService()
})
beforeEach(() => {
  service.asked.length = 0
  service.answers(completion(GOOD_TEXTS))
})
afterAll(async () => {
  await service.close()
  await rm(root, { recursive: true })
})

function shopOn(db: Db, { callsPerDay = 50, clock = { at: NOON } } = {}) {
  const logged: string[] = []
  const settings = { MODEL_KEY: KEY }
  const deps = {
    ...{ db, events: new EventEmitter(), now: () => new Date(clock.at), files: { dataDir: root } },
    site: { timeZone: 'Asia/Tokyo' },
    log: watchedLogger('trace', { write: (line) => logged.push(line), settings }),
    storage: { read: async () => createReadStream(film) },
    model: openModel({
      ...{ url: service.url, key: KEY, name: 'stub-1', callsPerDay },
      price: { currency: 'USD', input: 0.15, output: 0.6 },
    }),
  } as unknown as Deps
  const run = async (id: number, attempts = 1, { signal } = new AbortController()) => {
    await proposalsJob.run(deps, { id }, { id: 1, attempts, signal })
  }
  return {
    ...{ deps, clock, logged, run },
    ask: (...clips: number[]) => askProposals(deps, EDITOR, clips),
    list: (clip?: number) => listProposals(deps, { clip }),
    async proposed(id: number) {
      const { proposals } = await listProposals(deps, { clip: id })
      return proposals[0]!
    },
    decide: (clips: DecideInput['clips'], { accept = true, fields = [...PROPOSED_FIELDS] } = {}) =>
      decideProposals(deps, EDITOR, { clips, fields, accept }),
  }
}

const aDraft = (db: Db, source: Parameters<typeof aClip>[1] = {}) =>
  aClip(db, {
    source: { title: 'DSC 0123', title_ja: '', state: 'draft', folder: 'kyoto/rain', ...source.source },
    media: { original_filename: 'DSC_0123.mov', width: 640, height: 360 },
  })

describeEachDatabase('proposals of a model', (open, databases) => {
  test('what is proposed changes nothing until an editor accepts it, which is an edit like any other', async () => {
    const db = await open()
    const { id } = await aDraft(db, { source: { state: 'draft' } })
    const { deps, ask, run, proposed, decide, list } = shopOn(db)
    await ask(id)
    expect(await proposed(id)).toMatchObject({ state: 'waiting', proposed: {} })
    await run(id)
    expect(await proposed(id)).toMatchObject({
      ...{ clip: id, state: 'ready', version: 1, reason: null, input: 1200, output: 300 },
      proposed: {
        ...{ title: GOOD_TEXTS.title, title_ja: GOOD_TEXTS.title_ja, keywords: GOOD_TEXTS.keywords },
        ...{ description: GOOD_TEXTS.description, description_ja: GOOD_TEXTS.description_ja },
        keywords_ja: GOOD_TEXTS.keywords_ja,
      },
      present: { title: 'DSC 0123', keywords: ['temple'] },
    })
    expect(await studioClip(deps, id)).toMatchObject({ title: 'DSC 0123', version: 1 })
    await db.updateTable('library').set({ state: 'published' }).where('id', '=', id).execute()
    await db.transaction().execute((trx) => indexSource(trx, id))

    expect(await decide([{ id, version: 1 }], { fields: ['title', 'keywords'] })).toEqual({ left: [] })
    expect(await studioClip(deps, id)).toMatchObject({
      ...{
        version: 2,
        title: GOOD_TEXTS.title,
        title_ja: '',
        keywords: ['temple', 'torii', 'rain', 'shrine'],
      },
    })
    expect(
      (await searchSources({ db }, { text: 'torii', offset: 0 })).sources.map((clip) => clip.id),
    ).toEqual([id])
    const tags = (await db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)
    expect(tags).toContain(`clip:${id}`)
    const rows = await db
      .selectFrom('audit_records')
      .select(['actor', 'action', 'detail'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))).toEqual([
      { actor: 'user:7', action: 'clip.propose', detail: { source: id, model: 'stub-1' } },
      {
        ...{ actor: 'user:7', action: 'clip.edit' },
        detail: {
          source: id,
          before: { title: 'DSC 0123', keywords: ['temple'] },
          after: { title: GOOD_TEXTS.title, keywords: ['temple', 'torii', 'rain', 'shrine'] },
        },
      },
    ])
    expect(Object.keys((await proposed(id)).proposed)).toEqual([
      ...['title_ja', 'description', 'description_ja', 'keywords_ja'],
    ])
    expect(await list()).toMatchObject({
      ...{ model: 'stub-1', calls_per_day: 50, price: { currency: 'USD', input: 0.15, output: 0.6 } },
      today: { calls: 1, input: 1200, output: 300 },
    })
  })

  test('what is dismissed stays away, also when the model proposes it again', async () => {
    const db = await open()
    const { id } = await aDraft(db)
    const { ask, run, proposed, decide } = shopOn(db)
    await ask(id)
    await run(id)
    await decide([{ id, version: 1 }], { accept: false, fields: ['title', 'keywords'] })
    expect((await proposed(id)).proposed).not.toHaveProperty('title')
    service.answers(completion({ ...GOOD_TEXTS, keywords: ['torii', 'gate'] }))
    await ask(id)
    await run(id)
    const { proposed: again, version } = await proposed(id)
    expect(again).toMatchObject({ title_ja: GOOD_TEXTS.title_ja, keywords: ['gate'] })
    expect(again).not.toHaveProperty('title')
    expect(version).toBe(1)
  })

  test('all clips of an upload are accepted at once; those that somebody changed since are left', async () => {
    const db = await open()
    const ids = [(await aDraft(db)).id, (await aDraft(db)).id, (await aDraft(db)).id]
    const { deps, ask, run, decide } = shopOn(db)
    await ask(...ids)
    for (const id of ids) await run(id)
    await editClip(deps, { id: 8 }, ids[1]!, { version: 1, title: 'My own title' })
    await db.deleteFrom('library').where('id', '=', ids[2]!).execute()
    const clips = ids.map((id) => ({ id, version: 1 }))
    expect(await decide([{ id: 99_999, version: 1 }, ...clips.toReversed()])).toEqual({
      left: [99_999, ids[2], ids[1]],
    })
    expect(await studioClip(deps, ids[0]!)).toMatchObject({ title: GOOD_TEXTS.title, version: 2 })
    expect(await studioClip(deps, ids[1]!)).toMatchObject({
      title: 'My own title',
      description: expect.stringContaining('First'),
    })
  })

  test.runIf(IN_LONG_TEST || databases.engine === 'postgres')(
    'three servers together make no more calls than a day allows, and more the next day',
    async () => {
      const config = await databases.create()
      const handles = [
        await databases.connect(config),
        await databases.connect(config),
        await databases.connect(config),
      ]
      const clock = { at: NOON }
      const [one, ...others] = handles.map((db) => shopOn(db, { callsPerDay: 5, clock }))
      const ids: number[] = []
      for (let made = 0; made < 12; made++) ids.push((await aDraft(handles[0]!)).id)
      await one!.ask(...ids)
      const queues = [one!, ...others].map(({ deps }) => runJobs(deps, [proposalsJob], QUICK))
      const states = async () => (await one!.list()).proposals.map(({ state }) => state).toSorted()
      const [failed, ready] = [Array(7).fill('failed'), Array(5).fill('ready')]
      await vi.waitFor(async () => expect(await states()).toEqual([...failed, ...ready]), 20_000)
      await Promise.all(queues.map((queue) => queue.stop()))
      expect(service.asked).toHaveLength(5)
      const { proposals, today } = await one!.list()
      expect(today.calls).toBe(5)
      const left = proposals.find(({ state }) => state === 'failed')!
      expect(left.reason).toEqual({ code: 'dayLimit', text: '5 calls' })
      clock.at += DAY_MS
      await one!.ask(left.clip)
      await one!.run(left.clip)
      expect((await one!.proposed(left.clip)).state).toBe('ready')
      expect((await one!.list()).today.calls).toBe(1)
    },
    30_000,
  )
})

describePlainSql('a request to a model', (open) => {
  test('the service gets three small frames, the file’s own texts and the library’s keywords, and nothing else', async () => {
    const db = await open()
    const shown = await aClip(db, { source: { keywords: '["lantern"]', keywords_ja: '["提灯"]' } })
    await db.transaction().execute((trx) => indexSource(trx, shown.id))
    const { id } = await aDraft(db, {
      source: { user_name: 'Aoi Tanaka', source_url: 'https://aoi.example' },
    })
    const { ask, run } = shopOn(db)
    expect(await ask(id)).toEqual({ left: [] })
    await run(id)
    const [{ path, headers, body }] = service.asked as [(typeof service.asked)[0]]
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`])
    expect(Object.keys(body)).toEqual(['model', 'messages', 'response_format'])
    const [text, ...pictures] = body.messages[1].content
    expect(JSON.parse(text.text)).toEqual({
      file: {
        ...{ name: 'DSC_0123.mov', folder: 'kyoto/rain', filmed: '', seconds: 10 },
        ...{ title: 'DSC 0123', title_ja: '', keywords: ['temple'], keywords_ja: ['寺'] },
        description: 'First paragraph.\n\nSecond paragraph.',
        description_ja: '最初の段落。',
      },
      categories: [{ key: 'temple', label: 'temple', label_ja: 'temple' }],
      keywords_of_the_library: ['lantern', '提灯'],
    })
    expect(pictures).toHaveLength(3)
    for (const { type, image_url } of pictures) {
      const bytes = Buffer.from(image_url.url.replace(/^data:image\/jpeg;base64,/, ''), 'base64')
      expect(type).toBe('image_url')
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 288 })
      expect(bytes.length).toBeLessThan(100_000)
    }
    expect(JSON.stringify(body)).not.toMatch(/Aoi|aoi\.example/)
    const { schema, strict } = body.response_format.json_schema
    expect([strict, schema.required, schema.properties.category.enum]).toEqual([
      true,
      [...PROPOSED_FIELDS],
      ['temple'],
    ])
  })

  test('only rendered drafts are sent, and one that waits is not sent twice', async () => {
    const db = await open()
    const draft = await aDraft(db)
    const shown = await aClip(db)
    const trashed = await aDraft(db, {
      source: { trashed_at: new Date(NOON).toISOString(), state: 'hidden' },
    })
    const { ask } = shopOn(db)
    expect(await ask(draft.id, shown.id, trashed.id, 12_345)).toEqual({
      left: [shown.id, trashed.id, 12_345],
    })
    expect(await ask(draft.id)).toEqual({ left: [] })
    expect(await db.selectFrom('jobs').select('unique_key').execute()).toEqual([
      { unique_key: `clip-texts:${draft.id}` },
    ])
    expect(await db.selectFrom('audit_records').select('action').execute()).toHaveLength(1)
  })

  test('a failure that may pass is retried, later if the service says so, and then the editor reads why', async () => {
    const db = await open()
    const { id } = await aDraft(db)
    const { deps, ask, proposed, logged } = shopOn(db)
    service.answers(failure(429, `Slow down, ${KEY}`, { 'retry-after': '900' }))
    await ask(id)
    const queue = runJobs(deps, [proposalsJob], QUICK)
    const job = () => db.selectFrom('jobs').selectAll().executeTakeFirst()
    const failed = (attempts: number) =>
      vi.waitFor(async () => expect(await job()).toMatchObject({ attempts, locked_by: null }), 10_000)
    for (let attempts = 1; attempts <= 3; attempts++) {
      await failed(attempts)
      expect(await job()).toMatchObject({ last_error: expect.stringContaining('failing 429 Slow down') })
      expect(Date.parse((await job())!.run_at) - Date.now()).toBeGreaterThan(800_000)
      expect((await proposed(id)).state).toBe('waiting')
      await makeDue(db)
    }
    await vi.waitFor(async () => expect((await proposed(id)).state).toBe('failed'), 10_000)
    await queue.stop()
    expect(await proposed(id)).toMatchObject({
      reason: { code: 'failing', text: '429 Slow down, …' },
    })
    expect(await job()).toBeUndefined()
    expect(service.asked).toHaveLength(4)
    expect(logged.join('\n')).not.toContain(KEY)

    service.answers(completion(GOOD_TEXTS))
    await ask(id)
    const again = runJobs(deps, [proposalsJob], QUICK)
    await vi.waitFor(async () => expect((await proposed(id)).state).toBe('ready'), 10_000)
    await again.stop()
    expect((await proposed(id)).reason).toBeNull()
  })

  test('a failure that is final is not retried', async () => {
    const db = await open()
    const { ask, run, proposed, list } = shopOn(db)
    for (const [answer, code] of [
      [failure(400, 'No pictures'), 'refused'],
      [completion(null, { content: null, refusal: 'No' }), 'declined'],
    ] as const) {
      const { id } = await aDraft(db)
      service.answers(answer)
      await ask(id)
      await run(id)
      expect(await proposed(id)).toMatchObject({ state: 'failed', reason: { code }, proposed: {} })
    }
    expect((await list()).today.calls).toBe(2)
  })

  test('tokens of an answer that cannot be used are counted, too', async () => {
    const db = await open()
    const { id } = await aDraft(db)
    const { ask, run, proposed, list } = shopOn(db)
    service.answers(completion('I see a shrine.'))
    await ask(id)
    await expect(run(id)).rejects.toThrow('badAnswer')
    await run(id, 4)
    expect(await proposed(id)).toMatchObject({ state: 'failed', reason: { code: 'badAnswer' }, input: 2400 })
    expect((await list()).today).toEqual({ calls: 2, input: 2400, output: 600 })
  })

  test('without a model nothing is sent, and the studio’s calls say so', async () => {
    const db = await open()
    const { id } = await aDraft(db)
    const { deps, ask, run, proposed } = shopOn(db)
    await ask(id)
    const { model } = deps
    deps.model = undefined
    await expect(askProposals(deps, EDITOR, [id])).rejects.toMatchObject({ code: 'notFound' })
    await expect(listProposals(deps, {})).rejects.toMatchObject({ code: 'notFound' })
    await run(id)
    deps.model = model
    expect(await proposed(id)).toMatchObject({ state: 'failed', reason: { code: 'off' } })
    expect(service.asked).toEqual([])
  })

  test('requests to a slow service hold no other work up', async () => {
    const db = await open()
    const { deps, ask } = shopOn(db)
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.push((await aDraft(db)).id)
    service.answers(() => {})
    await ask(...ids)
    const done = Promise.withResolvers<void>()
    const other = { kind: 'other', run: async () => done.resolve() }
    const queue = runJobs(deps, [proposalsJob, other], QUICK)
    await vi.waitFor(() => expect(service.asked).toHaveLength(4), 10_000)
    await queueJob(db, { kind: 'other', payload: 1 })
    await done.promise
    expect(service.asked).toHaveLength(4)
    await queue.stop()
    // The next server asks again at once.
    const rows = await db.selectFrom('jobs').select(['attempts', 'locked_by', 'last_error']).execute()
    expect(rows).toEqual(Array(5).fill({ attempts: 0, locked_by: null, last_error: null }))
  })

  test('a server that stops during the last attempt leaves it to another', async () => {
    const db = await open()
    const { id } = await aDraft(db)
    const { ask, run, proposed } = shopOn(db)
    const stop = new AbortController()
    service.answers(() => stop.abort(new Error('the server stops')))
    await ask(id)
    await expect(run(id, 4, stop)).rejects.toThrow('the server stops')
    expect((await proposed(id)).state).toBe('waiting')
  })

  test('another film under the same clip ends what was proposed for the one before', async () => {
    const db = await open()
    const [{ id }, other] = [await aDraft(db), await aDraft(db)]
    const { deps, ask, run, list } = shopOn(db)
    for (const each of [id, other.id]) {
      await ask(each)
      await run(each)
    }
    await replaceClip(deps, id, newClip('b'))
    expect((await list(id)).proposals).toEqual([])
    expect((await list(other.id)).proposals).toHaveLength(1)
  })
})
