import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { findSource } from '#server/clips/get-source.ts'
import { listSources } from '#server/clips/list-sources.ts'
import type { Database } from '#server/db/schema.ts'
import { signPlayback } from '#server/downloads/sign-download.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { DETAILS, newClip, SEA } from '../../../tests/support/database/new-clip.ts'
import { foundExactly } from '../../../tests/support/found-exactly.ts'
import { hideSource, publishSource } from './change-state.ts'
import { describeClip } from './describe-clip.ts'
import { publishClip } from './publish-clip.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')

const found = (db: Kysely<Database>, text: string) => foundExactly({ db }, text)

describeEachDatabase('a published clip', (open) => {
  async function twoClips() {
    const deps = { db: await open(), now }
    const a = (await publishClip(deps, newClip('a', { title: 'Grey heron' }), SEA))!
    const b = (await publishClip(deps, newClip('b', { title: 'White egret' }), SEA))!
    return { deps, a, b }
  }

  test('with new details is found by its new words', async () => {
    const { deps, a, b } = await twoClips()
    const details = { ...DETAILS, title: 'Red crane' }
    await describeClip(deps, a, { details, category: SEA })
    expect([await found(deps.db, 'crane'), await found(deps.db, 'heron')]).toEqual([[a], []])
    expect(await found(deps.db, 'egret')).toEqual([b])
    const titles = await deps.db.selectFrom('sources').select('title').orderBy('id').execute()
    expect(titles).toEqual([{ title: 'Red crane' }, { title: 'White egret' }])
  })

  test('keeps the folder of its file, which tells it from another of that name', async () => {
    const deps = { db: await open(), now }
    for (const folder of ['kyoto/雨/', 'tokyo/', ''])
      await publishClip(deps, { ...newClip(`${folder.length}`), file: `${folder}IMG_1.mov` }, SEA)
    const files = await deps.db
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .select(['folder', 'original_filename'])
      .orderBy('library.id')
      .execute()
    const name = { original_filename: 'IMG_1.mov' }
    expect(files).toEqual([
      { folder: 'kyoto/雨', ...name },
      { folder: 'tokyo', ...name },
      { folder: '', ...name },
    ])
  })

  /** How visitors find a clip: by search, in lists, by its id, and as a film. */
  async function seen(db: Kysely<Database>, id: number): Promise<boolean[]> {
    const pro = { id: 7, membership: 'pro' } as const
    const storage = { signedUrl: async () => 'https://films.example' } as never
    const list = await listSources({ db }, { offset: 0 })
    return [
      (await found(db, 'crane')).includes(id),
      list.sources.some((source) => source.id === id),
      (await findSource({ db }, id)) !== undefined,
      await signPlayback({ db, storage }, pro, id).then(
        () => true,
        () => false,
      ),
    ]
  }
  const ALL = [true, true, true, true]
  const NOTHING = [false, false, false, false]

  test('is visible once its draft is published, as a new one, and not while it is hidden', async () => {
    const { deps, a } = await twoClips()
    const id = (await publishClip(deps, newClip('c', { title: 'Red crane' }), SEA, { state: 'draft' }))!
    expect(await seen(deps.db, id)).toEqual(NOTHING)
    const later = new Date('2026-12-01T09:00:00.000Z')
    expect(await deps.db.transaction().execute((trx) => publishSource(trx, id, later))).toBe(true)
    expect(await seen(deps.db, id)).toEqual(ALL)
    const created = async () =>
      (await deps.db.selectFrom('sources').select('created').where('id', '=', id).executeTakeFirst())?.created
    expect(await created()).toBe(later.toISOString())
    expect(await deps.db.transaction().execute((trx) => hideSource(trx, id))).toBe(true)
    expect(await seen(deps.db, id)).toEqual(NOTHING)
    expect(await found(deps.db, 'heron')).toEqual([a])
    expect(await deps.db.transaction().execute((trx) => hideSource(trx, id))).toBe(false)
    await deps.db.transaction().execute((trx) => publishSource(trx, id, now()))
    expect(await seen(deps.db, id)).toEqual(ALL)
    expect(await created()).toBe(later.toISOString())
  })
})
