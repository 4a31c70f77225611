import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type ClipEdit, StudioClip } from '#contract/studio/clips/clip.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { setShop } from '../../../../tests/support/shop/set-shop.ts'
import { editClip } from './edit-clip.ts'
import { publishDueJob } from './publish-due.ts'
import { queueTile } from './queue-tile.ts'
import { hideNow, publishNow, scheduleDraft } from './show-clip.ts'
import { studioClip } from './studio-clip.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const EDITOR = { id: 7 }
const iso = (ms: number) => new Date(ms).toISOString()

describePlainSql('a clip at its edges', (open) => {
  async function studio(state: 'draft' | 'published' | 'hidden' = 'draft') {
    const db = await open()
    const clock = { at: NOON }
    const events = new EventEmitter()
    let woken = 0
    events.on('jobQueued', () => woken++)
    const deps = { db, events, log: watchedLogger(), now: () => new Date(clock.at) } as unknown as Deps
    const { id } = await aClip(db, {
      source: { title: 'Grey heron', state, ai: 0 },
      media: { duration: 0.5 },
    })
    await db.transaction().execute((trx) => indexSource(trx, id))
    const edit = (change: Omit<ClipEdit, 'version'>) => editClip(deps, EDITOR, id, { version: 1, ...change })
    const entries = () => db.selectFrom('audit_records').select('action').orderBy('id').execute()
    return { db, deps, clock, id, edit, entries, woken: () => woken }
  }

  test('its poster may be the last frame, and only a new second makes the queue look', async () => {
    const { db, edit, woken } = await studio()
    await expect(edit({ preview_at: 0.51 })).rejects.toMatchObject({ code: 'badRequest' })
    await edit({ title: 'Crane' })
    expect([woken(), await db.selectFrom('jobs').select('id').execute()]).toEqual([0, []])
    const { id, version } = await db.selectFrom('library').select(['id', 'version']).executeTakeFirstOrThrow()
    expect(version).toBe(2)
    await editClip({ db, now: () => new Date(NOON), events: new EventEmitter() }, EDITOR, id, {
      version,
      poster_at: 0.5,
    })
    const jobs = await db.selectFrom('jobs').select(['kind', 'unique_key', 'payload']).execute()
    const payload = JSON.stringify({ id, posterAt: 0.5, previewAt: null })
    expect(jobs).toEqual([{ kind: 'clip-tile', unique_key: `clip-tile:${id}`, payload }])
  })

  test('a time must be later than now, and comes to the moment', async () => {
    const { deps, clock, id } = await studio()
    const schedule = (ms: number) => scheduleDraft(deps, EDITOR, { id, version: 1, publish_at: iso(ms) })
    await expect(schedule(NOON)).rejects.toMatchObject({ code: 'badRequest' })
    await schedule(NOON + 1)
    const due = () => publishDueJob.run(deps, { state: undefined, signal: new AbortController().signal })
    expect(await due()).toEqual({ published: 0 })
    clock.at = NOON + 1
    expect(await due()).toEqual({ published: 1 })
    expect(await studioClip(deps, id)).toMatchObject({
      state: 'published',
      publish_at: null,
      version: 3,
      created: iso(NOON + 1),
    })
  })

  test('what is so already changes nothing: neither the version nor the log', async () => {
    const { deps, id, entries } = await studio('published')
    expect(await publishNow(deps, EDITOR, { id, version: 1 })).toMatchObject({ version: 1 })
    expect(await hideNow(deps, EDITOR, { id, version: 1 })).toMatchObject({ state: 'hidden', version: 2 })
    expect(await hideNow(deps, EDITOR, { id, version: 2 })).toMatchObject({ state: 'hidden', version: 2 })
    expect(await entries()).toEqual([{ action: 'clip.hide' }])
  })

  test('a hidden clip returns to its place, a draft is new', async () => {
    for (const [state, created] of [
      ['hidden', '2026-11-21T00:00:00.000Z'],
      ['draft', iso(NOON)],
    ] as const) {
      const { db, deps, id } = await studio(state)
      await db.updateTable('library').set({ popularity: 0.25 }).execute()
      expect((await publishNow(deps, EDITOR, { id, version: 1 })).created).toBe(created)
      const { popularity } = await db.selectFrom('library').select('popularity').executeTakeFirstOrThrow()
      expect(popularity).toBe(state === 'hidden' ? 0.25 : 1)
    }
  })

  test('what is stored is answered, though no editor could enter it', async () => {
    const { db, deps, id } = await studio()
    const words = JSON.stringify(Array(101).fill('k'.repeat(300)))
    const title = 'Grey heron '.repeat(30)
    const texts = {
      title_ja: '鷺'.repeat(201),
      description: 'x'.repeat(5001),
      source_url: 'ftp://a',
      added: '',
    }
    const given = { title, ...texts, keywords: words, user_name: title, date_created: '2024', updated: '' }
    await db.updateTable('library').set(given).execute()
    const clip = await studioClip(deps, id)
    expect(StudioClip.parse(clip)).toEqual(clip)
    expect(clip).toMatchObject({ title, ...texts, date_created: '2024' })
  })

  test('its page tells its own sets, likes, downloads and rendering, and no other’s', async () => {
    const db = await open()
    const { deps, ids, aPromotion, aCollection } = await setShop(db)
    await aPromotion('Autumn', ids.slice(0, 1))
    await aCollection('Winter', ids.slice(1, 2))
    const created = iso(NOON)
    const [mio, rin] = [await aUser(db), await aUser(db)]
    const likes = [mio, rin].map((user_id) => ({ user_id, source_id: ids[0]!, created }))
    await db
      .insertInto('likes')
      .values([...likes, { user_id: mio, source_id: ids[1]!, created }])
      .execute()
    await db.transaction().execute((trx) => queueTile(trx, { id: ids[1]!, posterAt: 1, previewAt: null }))
    const [one, other, third] = await Promise.all(ids.map((id) => studioClip(deps, id)))
    expect(one).toMatchObject({
      likes: 2,
      downloads: 0,
      rendering: false,
      sets: [{ kind: 'promotion', name: 'Autumn' }],
    })
    expect(other).toMatchObject({ likes: 1, rendering: true, sets: [{ kind: 'collection', name: 'Winter' }] })
    expect(third).toMatchObject({ likes: 0, rendering: false, sets: [] })
    await db.updateTable('jobs').set({ finished_at: created }).execute()
    expect((await studioClip(deps, ids[1]!)).rendering).toBe(false)
  })
})
