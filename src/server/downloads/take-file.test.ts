import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { FILE_KINDS, mayTakeFile } from '#domain/clips/file-kinds.ts'
import { watermarkedSize } from '#domain/clips/film-size.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import type { Storage } from '#server/media/storage.ts'
import { removeFilesJob } from '#server/removal/remove-files.ts'
import { makeFileJob } from '#server/renditions/make-file-job.ts'
import { sweepFilesJob } from '#server/renditions/sweep-files.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { listFiles } from './list-files.ts'
import { signDownload } from './sign-download.ts'

const signal = new AbortController().signal

describeEachDatabase('files on demand', (open) => {
  async function shop() {
    const db = await open()
    const clock = { at: Date.parse('2026-11-26T09:00:00.000Z') }
    const stored = new Set<string>()
    const storage = {
      stat: async (key: string) => (stored.has(key) ? { key } : undefined),
      delete: async (key: string) => void stored.delete(key),
      list: async function* () {},
      signedUrl: async (key: string) => `/media/${key}`,
    } as unknown as Storage
    const events = new EventEmitter<{ jobQueued: []; storageFull: [] }>()
    const deps = {
      ...{ db, storage, events, rateLimits: openRateLimits(db), site: { name: 'Nagare' } },
      now: () => new Date(clock.at),
    }
    const clip = await aClip(db, { media: { file_name: 'torii.mp4', duration: 4 } })
    const aMember = async () => ({ id: await aUser(db), membership: 'pro' as const })
    const ask = async (kind: (typeof FILE_KINDS)[number], person?: Awaited<ReturnType<typeof aMember>>) =>
      signDownload(deps, person ?? (await aMember()), { filepath: clip.cloudpath, kind })
    const rows = () => db.selectFrom('renditions').selectAll().orderBy('id').execute()
    const jobs = (kind: string) => db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()
    /** As if the job had made what was asked for. */
    const make = async (bytes = 100) => {
      for (const { storage_key } of await rows()) stored.add(storage_key)
      await db
        .updateTable('renditions')
        .set({ state: 'ready', bytes })
        .where('state', '=', 'making')
        .execute()
      await db.deleteFrom('jobs').where('kind', '=', makeFileJob.kind).execute()
    }
    const work = async () => {
      for (const { id, payload } of await jobs('remove-files')) {
        await removeFilesJob.run(deps as never, JSON.parse(payload), { id, attempts: 1, signal })
        await db.deleteFrom('jobs').where('id', '=', id).execute()
      }
    }
    return { deps, clock, clip, stored, aMember, ask, rows, jobs, make, work }
  }
  const MADE = { code: 'fileBeingMade', retryAfterSeconds: 5 }

  test('ten members who ask at once have one file made, and each then gets it with a licence', async () => {
    const { deps, ask, aMember, rows, jobs, make } = await shop()
    const members = await Promise.all(Array.from({ length: 10 }, aMember))
    for (const answer of await Promise.allSettled(members.map((member) => ask('prores', member))))
      expect(answer).toMatchObject({ status: 'rejected', reason: MADE })
    expect(await rows()).toHaveLength(1)
    expect(await jobs(makeFileJob.kind)).toHaveLength(1)
    expect(await deps.db.selectFrom('rendition_waits').selectAll().execute()).toHaveLength(10)
    expect(await deps.db.selectFrom('downloads').selectAll().execute()).toEqual([])
    await make()
    for (const member of members)
      expect(await ask('prores', member)).toMatchObject({ file_name: 'nagare_torii_prores.mov', size: 100 })
    const licences = await deps.db.selectFrom('downloads').select(['file_kind', 'file_name']).execute()
    expect(licences).toEqual(Array(10).fill({ file_kind: 'prores', file_name: 'torii_prores.mov' }))
  })

  test('another kind is another licence, and the same kind at once is the same', async () => {
    const { ask, aMember, make } = await shop()
    const member = await aMember()
    await expect(ask('gif', member)).rejects.toMatchObject(MADE)
    await make()
    const film = await ask('film', member)
    const gif = await ask('gif', member)
    expect(gif.licence).not.toBe(film.licence)
    expect((await ask('gif', member)).licence).toBe(gif.licence)
    expect((await ask('film', member)).licence).toBe(film.licence)
  })

  test('nobody has more than sixty files made in an hour; those that are made cost nothing', async () => {
    const { deps, ask, aMember, make } = await shop()
    const member = await aMember()
    for (let time = 0; time < 60; time++) await deps.rateLimits.filesMade.take(String(member.id))
    await expect(ask('webp', member)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await expect(ask('webp')).rejects.toMatchObject(MADE)
    await expect(ask('webp', member)).rejects.toMatchObject(MADE)
    await make()
    expect(await ask('webp', member)).toMatchObject({ file_name: 'nagare_torii.webp' })
  })

  test('a plan gives what the rule says, and nothing more', async () => {
    const { deps, ask, rows } = await shop()
    const tester = { id: await aUser(deps.db), membership: 'early_adopter' as const }
    const free = { id: await aUser(deps.db), membership: 'free' as const }
    for (const kind of FILE_KINDS) expect(mayTakeFile(free, kind)).toBe('upgrade')
    expect(FILE_KINDS.filter((kind) => mayTakeFile(tester, kind) !== 'yes')).toEqual(['uhd', 'master'])
    const master = JSON.stringify({ width: 3840, height: 2160, bytes: 9, alpha: false, extension: 'mov' })
    await deps.db.updateTable('medias').set({ master }).execute()
    await expect(ask('uhd', tester as never)).rejects.toMatchObject({ code: 'upgradeRequired' })
    await expect(ask('gif', free as never)).rejects.toMatchObject({ code: 'upgradeRequired' })
    expect(await rows()).toEqual([])
    await expect(ask('uhd')).rejects.toMatchObject(MADE)
  })

  test('a hidden clip gives nothing, and a removed one forgets its files', async () => {
    const { deps, clip, ask, make, rows, stored, work } = await shop()
    await expect(ask('gif')).rejects.toMatchObject(MADE)
    await make()
    const state = (to: 'hidden' | 'published') => deps.db.updateTable('library').set({ state: to }).execute()
    await state('hidden')
    await expect(ask('gif')).rejects.toMatchObject({ code: 'mediaNotFound' })
    await expect(listFiles(deps, clip.id)).rejects.toMatchObject({ code: 'mediaNotFound' })
    await state('published')
    expect(await ask('gif')).toMatchObject({ size: 100 })
    await removeClip(deps, clip.id)
    expect(await rows()).toEqual([])
    await work()
    expect([...stored]).toEqual([])
  })

  test('files that nobody took for longest leave when there is no more room', async () => {
    const { deps, clock, ask, make, rows, stored, work } = await shop()
    for (const kind of ['gif', 'webp', 'square'] as const) {
      await expect(ask(kind)).rejects.toMatchObject(MADE)
      await make()
      clock.at += HOUR_MS
    }
    await ask('gif')
    clock.at += HOUR_MS + 1
    const sweep = (room: number) => sweepFilesJob(room).run(deps as never, { state: undefined, signal })
    const kinds = async () => (await rows()).map(({ kind }) => kind)
    await sweep(300)
    expect(await kinds()).toEqual(['gif', 'webp', 'square'])
    await sweep(299)
    expect(await kinds()).toEqual(['gif', 'square'])
    await work()
    expect(stored.size).toBe(2)
    await ask('square')
    await sweep(0)
    // Somebody may be loading what was taken less than an hour ago.
    expect(await kinds()).toEqual(['square'])
    await expect(ask('webp')).rejects.toMatchObject(MADE)
  })

  test('a file that is made again before its removal stays', async () => {
    const { deps, clock, ask, make, stored, work } = await shop()
    await expect(ask('gif')).rejects.toMatchObject(MADE)
    await make()
    clock.at += 2 * HOUR_MS
    await sweepFilesJob(0).run(deps as never, { state: undefined, signal })
    await expect(ask('gif')).rejects.toMatchObject(MADE)
    await make()
    await work()
    expect(stored.size).toBe(1)
  })

  test('a file that failed while somebody asked again is made again', async () => {
    const { deps, ask, aMember, rows, jobs } = await shop()
    const member = await aMember()
    await expect(ask('gif', member)).rejects.toMatchObject(MADE)
    await deps.db.updateTable('renditions').set({ state: 'failed' }).execute()
    await expect(ask('gif', member)).rejects.toMatchObject(MADE)
    expect((await rows())[0]!.state).toBe('making')
    expect(await jobs(makeFileJob.kind)).toHaveLength(1)
  })

  test('a file that another server has made a moment ago is not made again, and nobody waits for it', async () => {
    const { deps, ask, aMember, rows, jobs } = await shop()
    const member = await aMember()
    await expect(ask('gif', member)).rejects.toMatchObject(MADE)
    for (const table of ['jobs', 'rendition_waits'] as const) await deps.db.deleteFrom(table).execute()
    const become = (state: 'failed' | 'ready') => deps.db.updateTable('renditions').set({ state }).execute()
    await become('failed')
    const { take } = deps.rateLimits.filesMade
    deps.rateLimits.filesMade.take = async () => void (await become('ready'))
    await expect(ask('gif', member)).rejects.toMatchObject(MADE)
    deps.rateLimits.filesMade.take = take
    expect((await rows())[0]!.state).toBe('ready')
    expect(await jobs(makeFileJob.kind)).toEqual([])
    expect(await deps.db.selectFrom('rendition_waits').selectAll().execute()).toEqual([])
  })

  test('sizes are estimated until the file is made', async () => {
    const { deps, clip, ask, make } = await shop()
    const square = async () => (await listFiles(deps, clip.id)).files.find(({ kind }) => kind === 'square')!
    expect(await square()).toMatchObject({
      state: 'unmade',
      width: 1080,
      height: 1080,
      plans: ['pro', 'early_adopter'],
    })
    expect((await square()).bytes).toBeGreaterThan(1000)
    await expect(ask('square')).rejects.toMatchObject(MADE)
    expect((await square()).state).toBe('making')
    await make(77)
    expect(await square()).toMatchObject({ state: 'ready', bytes: 77 })
    const [film] = (await listFiles(deps, clip.id)).files
    expect(film).toMatchObject({ kind: 'film', state: 'ready', file_name: 'torii.mp4' })
    expect(watermarkedSize(film!).width).toBeLessThan(film!.width)
  })
})
