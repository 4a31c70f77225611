import { expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { DETAILS, newClip, SEA } from '../../../tests/support/database/new-clip.ts'
import { describeClip } from './describe-clip.ts'
import { idOfOriginal, publishClip, successorOf } from './publish-clip.ts'
import { replaceClip } from './replace-clip.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')

describePlainSql('a clip that arrives', (open) => {
  async function library() {
    const db = await open()
    const deps = { db, now }
    const cleared = async () => {
      const rows = await db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
      await db.deleteFrom('invalidations').execute()
      return rows.map(({ tag }) => tag)
    }
    const logged = async () => {
      const rows = await db
        .selectFrom('audit_records')
        .select(['actor', 'action', 'detail'])
        .orderBy('id')
        .execute()
      return rows.map(({ actor, action, detail }) => ({ actor, action, ...JSON.parse(detail) }))
    }
    return { db, deps, cleared, logged }
  }
  const categoryRows = (db: Db) => db.selectFrom('categories').selectAll().orderBy('key').execute()

  test('is found by its original, and the same original makes no second clip, nor does it run more work', async () => {
    const { db, deps } = await library()
    const id = await publishClip(deps, newClip('a'), SEA)
    const other = await publishClip(deps, newClip('b'), SEA)
    expect([await idOfOriginal(db, 'a'.repeat(64)), await idOfOriginal(db, 'b'.repeat(64))]).toEqual([
      id,
      other,
    ])
    expect(await idOfOriginal(db, 'c'.repeat(64))).toBeUndefined()
    let worked = 0
    const within = async () => void worked++
    expect(await publishClip(deps, newClip('a'), SEA, { within })).toBeUndefined()
    expect(worked).toBe(0)
    expect(await db.selectFrom('medias').select('source_id').execute()).toHaveLength(2)
  })

  test('is published only if the work with it succeeds, which knows its id', async () => {
    const { db, deps } = await library()
    const seen: number[] = []
    const note = async (_: unknown, made: number) => void seen.push(made)
    const id = await publishClip(deps, newClip('a'), SEA, { within: note })
    expect(seen).toEqual([id])
    const within = () => Promise.reject(new Error('no longer wanted'))
    await expect(publishClip(deps, newClip('b'), SEA, { within })).rejects.toThrow('no longer wanted')
    await expect(replaceClip(deps, id!, newClip('c'), within)).rejects.toThrow('no longer wanted')
    const { content_hash } = await db.selectFrom('library').select('content_hash').executeTakeFirstOrThrow()
    expect(content_hash).toBe('a'.repeat(64))
    await replaceClip(deps, id!, newClip('c'), note)
    expect(seen).toEqual([id, id])
  })

  test('clears the pages that show it; a draft only those of categories', async () => {
    const { deps, cleared, logged } = await library()
    const shown = await publishClip(deps, newClip('a'), SEA)
    expect(await cleared()).toEqual(['categories', `clip:${shown}`, 'clips'])
    const draft = await publishClip(deps, newClip('b'), SEA, { state: 'draft', by: { id: 7 } })
    expect(await cleared()).toEqual(['categories'])
    const entries = (await logged()).filter(({ action }) => action === 'clip.ingest')
    expect(entries).toMatchObject([
      { actor: 'cli', source: shown, after: { title: 'Heron', file: 'a.mov', state: 'published' } },
      { actor: 'user:7', source: draft, after: { state: 'draft' } },
    ])
    await replaceClip(deps, shown!, newClip('c'))
    expect(await cleared()).toEqual(['categories', `clip:${shown}`, 'clips'])
    await expect(replaceClip(deps, 987, newClip('d'))).rejects.toMatchObject({ code: 'mediaNotFound' })
  })

  test('adds its category and renames it, each with a log entry, and a made-up one leaves names alone', async () => {
    const { db, deps, logged } = await library()
    await publishClip(deps, newClip('a'), SEA)
    await publishClip(deps, newClip('b'), SEA)
    await publishClip(deps, newClip('c'), {
      ...SEA,
      label: 'sea',
      label_ja: 'sea',
      position: 9,
      derived: true,
    })
    expect(await categoryRows(db)).toEqual([SEA])
    for (const change of [{ label: 'The sea' }, { label_ja: '大海' }, { position: 2 }])
      await publishClip(deps, newClip('defg'[Object.keys(change)[0]!.length % 4]!), { ...SEA, ...change })
    const sky = { key: 'sky', label: 'Sky', label_ja: 'Sky', position: 3 }
    await publishClip(deps, newClip('h'), { ...sky, derived: true })
    expect(await categoryRows(db)).toEqual([{ ...SEA, position: 2 }, sky])
    const entries = (await logged()).filter(({ action }) => action.startsWith('category.'))
    expect(
      entries.map(({ action, category, after }) => [action, category, after.label, after.label_ja]),
    ).toEqual([
      ['category.add', 'sea', 'Sea', '海'],
      ['category.rename', 'sea', 'The sea', '海'],
      ['category.rename', 'sea', 'Sea', '大海'],
      ['category.rename', 'sea', 'Sea', '海'],
      ['category.add', 'sky', 'Sky', 'Sky'],
    ])
  })

  test('comes into the category that its former one was moved to', async () => {
    const { db, deps } = await library()
    await publishClip(deps, newClip('a'), SEA)
    await db.insertInto('category_moves').values({ key: 'ocean', moved_to: 'sea' }).execute()
    expect([await successorOf(db, 'ocean'), await successorOf(db, 'sea')]).toEqual(['sea', undefined])
    const ocean = { key: 'ocean', label: 'Ocean', label_ja: '', position: 4 }
    const id = await publishClip(deps, newClip('b'), ocean)
    expect(await categoryRows(db)).toEqual([SEA])
    const clip = db
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .select(['library.category', 'medias.category as of_media', 'library.version'])
      .where('library.id', '=', id!)
    const expected = { category: 'sea', of_media: 'sea' }
    expect(await clip.executeTakeFirst()).toEqual({ ...expected, version: 1 })
    expect(await describeClip(deps, id!, { details: DETAILS, category: ocean }), 'nothing differs').toBe(
      false,
    )
    const changed = { ...DETAILS, keywords: ['heron'], modifier_model: 'drone', ai: true }
    expect(await describeClip(deps, id!, { details: changed, category: ocean })).toBe(true)
    expect(await clip.executeTakeFirst()).toEqual({ ...expected, version: 2 })
    const { detail } = await db
      .selectFrom('audit_records')
      .select('detail')
      .where('action', '=', 'clip.edit')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toEqual({
      source: id,
      before: { keywords: ['bird'], modifier_model: 'camera', ai: null },
      after: { keywords: ['heron'], modifier_model: 'drone', ai: 1 },
    })
  })

  test('has a thumbnail of at most 640 pixels, else its smallest, its AV1 preview, and a place before ranked clips', async () => {
    const { db, deps } = await library()
    const clip = newClip('a')
    await publishClip(deps, { ...clip, tile: { ...clip.tile, widths: [320, 640, 1280] } }, SEA)
    const other = newClip('b')
    await publishClip(deps, { ...other, tile: { ...other.tile, widths: [641, 1280], av1: false } }, SEA)
    const rows = await db
      .selectFrom('sources')
      .innerJoin('medias', 'medias.source_id', 'sources.id')
      .select(['thumbnail_url', 'preview_av1_url', 'bit_rate', 'sources.file_name', 'popularity'])
      .orderBy('sources.id')
      .execute()
    const alike = { bit_rate: 1_000_000, popularity: 1 }
    expect(rows).toEqual([
      {
        ...{ ...alike, file_name: 'a.mp4' },
        thumbnail_url: '/media/poster/a/640.jpg',
        preview_av1_url: '/media/preview/a.av1.mp4',
      },
      { ...alike, file_name: 'b.mp4', thumbnail_url: '/media/poster/b/641.jpg', preview_av1_url: '' },
    ])
  })
})
