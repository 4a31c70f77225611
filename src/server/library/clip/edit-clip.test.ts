import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { ClipEdit } from '#contract/studio/clips/clip.ts'
import { MINUTE_MS } from '#domain/dates/spans.ts'
import { findSource } from '#server/clips/get-source.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { newClip } from '../../../../tests/support/database/new-clip.ts'
import { poison } from '../../../../tests/support/database/poison.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { foundExactly } from '../../../../tests/support/found-exactly.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { listLibrary } from '../list/list-library.ts'
import { replaceClip } from '../replace-clip.ts'
import { deleteClip } from './delete-clip.ts'
import { editClip } from './edit-clip.ts'
import { publishDueJob } from './publish-due.ts'
import { hideNow, publishNow, scheduleDraft } from './show-clip.ts'
import { studioClip } from './studio-clip.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const EDITOR = { id: 7 }

const idsFound = (db: Db, text: string) => foundExactly({ db }, text)

describeEachDatabase('a clip in the studio', (open) => {
  /** A clip called "Grey heron" in this state, and an editor's actions on it. */
  async function aStudioClip(state: 'draft' | 'published' = 'draft') {
    const db = await open()
    const clock = { at: NOON }
    const storage = { list: async function* () {}, delete: async () => {} }
    const events = new EventEmitter()
    const log = watchedLogger()
    const deps = { db, storage, events, log, now: () => new Date(clock.at) } as unknown as Deps
    const { id } = await aClip(db, { source: { title: 'Grey heron', state, ai: 0 } })
    await db.transaction().execute((trx) => indexSource(trx, id))
    return {
      ...{ db, deps, clock, id },
      edit: (edit: ClipEdit) => editClip(deps, EDITOR, id, edit),
      audited: async () => {
        const rows = await db
          .selectFrom('audit_records')
          .select(['actor', 'action', 'detail'])
          .orderBy('id')
          .execute()
        return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))
      },
      tags: async () => {
        const rows = await db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
        return rows.map(({ tag }) => tag)
      },
      runDue: () => publishDueJob.run(deps, { state: undefined, signal: new AbortController().signal }),
    }
  }

  test('a change of whether AI made it is found by its filter at once', async () => {
    const { db, id, edit } = await aStudioClip('published')
    const found = async (ai: 'yes' | 'no') =>
      (await searchSources({ db }, { text: '', offset: 0, ai })).sources.map((source) => source.id)
    expect([await found('yes'), await found('no')]).toEqual([[], [id]])
    await edit({ version: 1, ai: true, still_license: 'CC0', modifier_date: '2026-05-01' })
    expect([await found('yes'), await found('no')]).toEqual([[id], []])
    const { still_license, modifier_date } = await studioClip({ db }, id)
    expect([still_license, modifier_date]).toEqual(['CC0', '2026-05-01'])
  })

  test('a change raises the version, is found by search at once, and clears caches and is logged', async () => {
    const { db, id, edit, audited, tags } = await aStudioClip('published')
    const clip = await edit({ version: 1, title: 'Red crane', keywords: ['bird', 'pond'], ai: true })
    expect(clip).toMatchObject({ version: 2, title: 'Red crane', keywords: ['bird', 'pond'], ai: true })
    expect(clip.updated).toBe(new Date(NOON).toISOString())
    expect([await idsFound(db, 'crane'), await idsFound(db, 'heron')]).toEqual([[id], []])
    expect(await tags()).toEqual(['categories', `clip:${id}`, 'clips'])
    expect((await findSource({ db }, id))?.ai).toBe(true)
    expect(await audited()).toEqual([
      {
        ...{ actor: 'user:7', action: 'clip.edit' },
        detail: {
          source: id,
          before: { title: 'Grey heron', keywords: ['temple'], ai: false },
          after: { title: 'Red crane', keywords: ['bird', 'pond'], ai: true },
        },
      },
    ])
  })

  test('sending a saved value again changes nothing', async () => {
    const { edit, audited } = await aStudioClip()
    await edit({ version: 1, title: 'Red crane' })
    expect((await edit({ version: 2, title: 'Red crane' })).version).toBe(2)
    expect(await audited()).toHaveLength(1)
  })

  test('an edit of an older version is refused with the present clip', async () => {
    const { edit, deps, id } = await aStudioClip()
    await edit({ version: 1, title: 'Red crane' })
    await expect(edit({ version: 1, title_ja: '鷺' })).rejects.toMatchObject({
      code: 'versionConflict',
      fields: { clip: { id, version: 2, title: 'Red crane' } },
    })
    expect((await studioClip(deps, id)).title_ja).not.toBe('鷺')
  })

  test('of two concurrent saves one gets a conflict', async () => {
    const { edit } = await aStudioClip()
    const saves = await Promise.allSettled(['A', 'B', 'C'].map((title) => edit({ version: 1, title })))
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an unknown category, a second after the end and removing a required title are refused', async () => {
    const { edit } = await aStudioClip('published')
    await expect(edit({ version: 1, category: 'nowhere' })).rejects.toMatchObject({
      code: 'categoryNotFound',
    })
    await expect(edit({ version: 1, poster_at: 11 })).rejects.toMatchObject({ code: 'badRequest' })
    await expect(edit({ version: 1, title: ' ', title_ja: '' })).rejects.toMatchObject({
      code: 'clipIncomplete',
      fields: { missing: ['title'] },
    })
  })

  test('a Japanese title also shows in English, and is not stored as English', async () => {
    const { db, deps, edit, id } = await aStudioClip('published')
    await edit({ version: 1, title: '', title_ja: '青鷺' })
    expect(await findSource({ db }, id)).toMatchObject({ title: '青鷺', title_ja: '青鷺' })
    expect((await studioClip(deps, id)).title).toBe('')
    expect(await idsFound(db, '青鷺')).toEqual([id])
  })

  test('is published when complete, hidden and shown again, each with a log entry', async () => {
    const { db, deps, edit, id, audited } = await aStudioClip()
    await edit({ version: 1, ai: null, license: '' })
    await expect(publishNow(deps, EDITOR, { id, version: 2 })).rejects.toMatchObject({
      code: 'clipIncomplete',
      fields: { missing: ['license', 'ai'] },
    })
    await edit({ version: 2, ai: false, license: 'Standard' })
    expect(await publishNow(deps, EDITOR, { id, version: 3 })).toMatchObject({
      state: 'published',
      version: 4,
    })
    expect(await idsFound(db, 'heron')).toEqual([id])
    await expect(hideNow(deps, EDITOR, { id, version: 3 })).rejects.toMatchObject({ code: 'versionConflict' })
    expect(await hideNow(deps, EDITOR, { id, version: 4 })).toMatchObject({ state: 'hidden', version: 5 })
    expect(await idsFound(db, 'heron')).toEqual([])
    expect(await findSource({ db }, id)).toBeUndefined()
    await expect(publishNow(deps, EDITOR, { id, version: 4 })).rejects.toMatchObject({
      code: 'versionConflict',
    })
    expect(await publishNow(deps, EDITOR, { id, version: 5 })).toMatchObject({ state: 'published' })
    const actions = (await audited()).map(({ action }) => action)
    expect(actions.slice(2)).toEqual(['clip.publish', 'clip.hide', 'clip.publish'])
  })

  test('a draft is published at its time, not before, and never after the time was cancelled', async () => {
    const { db, deps, id, clock, runDue, audited } = await aStudioClip()
    const publish_at = new Date(NOON + 5 * MINUTE_MS).toISOString()
    const past = { id, version: 1, publish_at: new Date(NOON - 1).toISOString() }
    await expect(scheduleDraft(deps, EDITOR, past)).rejects.toMatchObject({ code: 'badRequest' })
    await scheduleDraft(deps, EDITOR, { id, version: 1, publish_at })
    await runDue()
    expect((await studioClip(deps, id)).state).toBe('draft')
    await scheduleDraft(deps, EDITOR, { id, version: 2, publish_at: null })
    clock.at = NOON + 5 * MINUTE_MS
    await runDue()
    expect((await studioClip(deps, id)).state).toBe('draft')
    await scheduleDraft(deps, EDITOR, {
      id,
      version: 3,
      publish_at: new Date(clock.at + MINUTE_MS).toISOString(),
    })
    clock.at += MINUTE_MS
    await runDue()
    expect(await studioClip(deps, id)).toMatchObject({ state: 'published', publish_at: null })
    expect(await idsFound(db, 'heron')).toEqual([id])
    expect((await audited()).at(-1)).toMatchObject({ actor: 'schedule', action: 'clip.publish' })
  })

  test('a scheduled draft without a licence waits until it is complete', async () => {
    const { deps, edit, id, clock, runDue } = await aStudioClip()
    const publish_at = new Date(NOON + MINUTE_MS).toISOString()
    await scheduleDraft(deps, EDITOR, { id, version: 1, publish_at })
    await edit({ version: 2, license: '' })
    clock.at += 2 * MINUTE_MS
    await runDue()
    expect((await studioClip(deps, id)).state).toBe('draft')
    await edit({ version: 3, license: 'Standard' })
    await runDue()
    expect((await studioClip(deps, id)).state).toBe('published')
  })

  test('a hundred drafts that wait keep no later one back', async () => {
    const { db, deps, id, clock, runDue } = await aStudioClip()
    const publish_at = new Date(NOON + MINUTE_MS).toISOString()
    for (let n = 0; n < 100; n++)
      await aClip(db, { source: { state: 'draft', ai: null, publish_at: new Date(NOON).toISOString() } })
    await scheduleDraft(deps, EDITOR, { id, version: 1, publish_at })
    clock.at += MINUTE_MS
    expect(await runDue()).toEqual({ published: 1 })
    expect((await studioClip(deps, id)).state).toBe('published')
  })

  test('what an editor does to a draft at its very time counts', async () => {
    const { db, deps, id, clock, runDue } = await aStudioClip()
    const [due, later] = [
      new Date(NOON + MINUTE_MS).toISOString(),
      new Date(NOON + 9 * MINUTE_MS).toISOString(),
    ]
    await scheduleDraft(deps, EDITOR, { id, version: 1, publish_at: due })
    const changes = ['publish_at = null', `publish_at = '${later}'`, "state = 'hidden'"]
    const others: number[] = []
    for (const _ of changes)
      others.push((await aClip(db, { source: { state: 'draft', ai: 0, publish_at: due } })).id)
    const does = changes
      .map((change, at) => `update library set ${change} where id = ${others[at]}`)
      .join('; ')
    await poison(db, {
      table: 'library',
      on: 'update',
      when: `NEW.id = ${id} and NEW.state = 'published'`,
      does,
    })
    clock.at += MINUTE_MS
    expect(await runDue()).toEqual({ published: 1 })
    const rows = await db
      .selectFrom('library')
      .select('state')
      .where('id', 'in', others)
      .orderBy('id')
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['draft', 'draft', 'hidden'])
  })

  test('a draft that cannot be published lets others go on, is tried again later, and then says why', async () => {
    const { db, deps, clock, id: other, runDue } = await aStudioClip()
    const { id } = await aClip(db, { source: { title: 'Crane', state: 'draft', ai: 0 } })
    const [early, late] = [
      new Date(NOON + MINUTE_MS).toISOString(),
      new Date(NOON + 2 * MINUTE_MS).toISOString(),
    ]
    await scheduleDraft(deps, EDITOR, { id, version: 1, publish_at: early })
    const { version } = await scheduleDraft(deps, EDITOR, { id: other, version: 1, publish_at: late })
    const cure = await poison(db, {
      table: 'library',
      on: 'update',
      when: `NEW.id = ${id} and NEW.state = 'published'`,
    })
    clock.at += 3 * MINUTE_MS
    expect(await runDue()).toEqual({ published: 1 })
    expect(await studioClip({ db }, other)).toMatchObject({ state: 'published', version: version + 1 })
    const failures = () => db.selectFrom('publish_failures').selectAll().executeTakeFirstOrThrow()
    // Not due yet.
    await runDue()
    const failure = await failures()
    expect(failure).toMatchObject({ source_id: id, publish_at: early, tries: 1 })
    const wait = Date.parse(failure.retry_at!) - Date.now()
    expect(wait).toBeGreaterThan(2_000)
    expect(wait).toBeLessThanOrEqual(15_000)
    for (let tries = 2; tries <= 10; tries++) {
      expect((await studioClip({ db }, id)).publish_failed).toBeNull()
      await db.updateTable('publish_failures').set({ retry_at: early }).execute()
      await runDue()
      expect((await failures()).tries).toBe(tries)
    }
    const given = await studioClip({ db }, id)
    expect(given).toMatchObject({ state: 'draft', publish_at: early })
    expect(given.publish_failed).toContain('poisoned row')
    const { rows } = await listLibrary({ db }, { sort: 'added' } as never)
    expect(rows.map((row) => [row.id, row.publish_failed])).toEqual([
      [id, true],
      [other, false],
    ])
    await runDue()
    expect((await failures()).tries).toBe(10)
    // Another time begins anew, and so does an editor who publishes it.
    const again = new Date(clock.at + MINUTE_MS).toISOString()
    const moved = await scheduleDraft(deps, EDITOR, { id, version: given.version, publish_at: again })
    expect(moved.publish_failed).toBeNull()
    clock.at += 2 * MINUTE_MS
    await runDue()
    expect((await failures()).tries).toBe(1)
    await cure()
    await db.updateTable('publish_failures').set({ retry_at: early }).execute()
    expect(await runDue()).toEqual({ published: 1 })
  })

  test('only drafts can be scheduled', async () => {
    const { edit } = await aStudioClip('published')
    const publish_at = new Date(NOON + MINUTE_MS).toISOString()
    await expect(edit({ version: 1, publish_at })).rejects.toMatchObject({ code: 'notADraft' })
  })

  test('is deleted after typing its number or title, and the log keeps its data', async () => {
    const { db, deps, id, audited } = await aStudioClip('published')
    await expect(deleteClip(deps, EDITOR, { id, typed: 'heron' })).rejects.toMatchObject({
      code: 'typedWrong',
    })
    await deleteClip(deps, EDITOR, { id, typed: ' grey heron ' })
    await expect(studioClip(deps, id)).rejects.toMatchObject({ code: 'mediaNotFound' })
    expect(await idsFound(db, 'heron')).toEqual([])
    expect(await audited()).toMatchObject([
      { action: 'clip.delete', detail: { source: id, before: { title: 'Grey heron' }, after: null } },
    ])
  })

  test.each([
    ['the same footage rendered again', true, 3],
    ['another file', false, null],
  ])('with %s, the chosen poster is kept: %s', async (_, isSame, poster_at) => {
    const { db, deps, id, edit } = await aStudioClip()
    await edit({ version: 1, poster_at: 3 })
    await db.deleteFrom('jobs').execute()
    const { content_hash } = await db.selectFrom('library').select('content_hash').executeTakeFirstOrThrow()
    const files = newClip('f')
    await replaceClip(deps, id, { ...files, contentHash: isSame ? content_hash : files.contentHash })
    expect(await studioClip(deps, id)).toMatchObject({ poster_at, rendering: isSame })
  })

  test('another centre forgets the crops that were made, other changes do not, and another file its centre', async () => {
    const { db, deps, id, edit } = await aStudioClip('published')
    for (const kind of ['vertical', 'gif'] as const) {
      const file = { source_id: id, cloudpath: 'full/a.mp4', kind, params: '', storage_key: `made/${kind}` }
      const size = { width: 9, height: 16, bytes: 1, state: 'ready', used: '' } as const
      await db
        .insertInto('renditions')
        .values({ ...file, ...size })
        .execute()
    }
    const kinds = async () =>
      (await db.selectFrom('renditions').select('kind').execute()).map(({ kind }) => kind)
    await edit({ version: 1, title: 'Heron' })
    expect(await kinds()).toEqual(['vertical', 'gif'])
    expect(await edit({ version: 2, crop_x: 0.25 })).toMatchObject({ crop_x: 0.25, crop_y: 0.5 })
    expect(await kinds()).toEqual(['gif'])
    const removals = await db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'remove-files')
      .execute()
    expect(removals.map(({ payload }) => JSON.parse(payload))).toEqual([
      { owner: { made: id }, keys: ['made/vertical'] },
    ])
    await replaceClip(deps, id, newClip('f'))
    expect(await studioClip(deps, id)).toMatchObject({ crop_x: 0.5, crop_y: 0.5 })
    expect(await kinds()).toEqual([])
  })

  test.each([-0.01, 1.01, Number.NaN, 'left'])('a crop cannot lie around %s', (crop_x) => {
    expect(ClipEdit.safeParse({ version: 1, crop_x }).success).toBe(false)
    expect(ClipEdit.safeParse({ version: 1, crop_x: 0 }).success).toBe(true)
  })

  test('knows the drafts before and after it, and the sets that hold it', async () => {
    const { db, deps, id } = await aStudioClip()
    const newer = await aClip(db, { source: { state: 'draft', added: '2026-11-22T00:00:00.000Z' } })
    await aClip(db, { source: { added: '2026-11-21T00:00:00.000Z' } })
    const set = { slug: 'kyoto', name: 'Kyoto', created_by: null, created: new Date(NOON).toISOString() }
    const made = await db.insertInto('collections').values(set).returning('id').executeTakeFirstOrThrow()
    const member = { collection_id: made.id, source_id: id, position: 0 }
    await db.insertInto('collection_sources').values(member).execute()
    expect(await studioClip(deps, id)).toMatchObject({
      ...{ previous_draft: newer.id, next_draft: null, likes: 0, downloads: 0 },
      sets: [{ kind: 'collection', id: 'kyoto', name: 'Kyoto' }],
    })
    expect(await studioClip(deps, newer.id)).toMatchObject({ previous_draft: null, next_draft: id })
  })
})
