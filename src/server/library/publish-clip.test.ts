import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { findSource } from '#server/clips/get-source.ts'
import { listSources } from '#server/clips/list-sources.ts'
import type { Database } from '#server/db/schema.ts'
import { signPlayback } from '#server/downloads/sign-download.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { hideSource, publishSource } from './change-state.ts'
import type { Category, ClipDetails } from './clip-details.ts'
import type { NewClip } from './clip-rows.ts'
import { describeClip } from './describe-clip.ts'
import { publishClip } from './publish-clip.ts'
import { removeClip } from './remove-clip.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')
const SEA: Category = { key: 'sea', label: 'Sea', label_ja: '海', position: 1 }
const DETAILS: ClipDetails = {
  ...{ title: 'Heron', title_ja: '', description: '', description_ja: '', keywords: [], keywords_ja: [] },
  ...{ category: SEA.key, license: 'Nagare licence', license_type: 'commercial', user_name: '', tags: [] },
  ...{ source: '', source_url: '', date_created: '', modifier_model: '', modifier_company: '' },
}

function newClip(name: string, title: string): NewClip {
  return {
    contentHash: name.repeat(64),
    file: `${name}.mov`,
    details: { ...DETAILS, title },
    keys: {
      ...{ poster: `poster/${name}`, preview: `preview/${name}.mp4`, previewAv1: `preview/${name}.av1.mp4` },
      ...{ watermarked: `watermarked/${name}.mp4`, full: `full/${name}.mp4` },
    },
    tile: { dominantColor: '#808080', thumbhash: '', widths: [320, 640, 1280], av1: false },
    films: {
      size: { width: 1920, height: 1080 },
      duration: 8,
      frameRate: 24,
      bytes: 4_000_000,
      loopDifference: 0,
    },
  }
}

async function found(db: Kysely<Database>, text: string): Promise<number[]> {
  return (await searchSources({ db }, { text, offset: 0 })).sources.map(({ id }) => id)
}

describeEachDatabase('a published clip', (open) => {
  async function twoClips() {
    const deps = { db: await open(), now }
    const a = (await publishClip(deps, newClip('a', 'Grey heron'), SEA))!
    const b = (await publishClip(deps, newClip('b', 'White egret'), SEA))!
    /** The cache tags that this clears. */
    const told = async (work: () => Promise<unknown>) => {
      await deps.db.deleteFrom('invalidations').execute()
      await work()
      const rows = await deps.db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
      return rows.map(({ tag }) => tag)
    }
    return { deps, a, b, told }
  }

  test('with new details is found by its new words, and its pages are cleared', async () => {
    const { deps, a, b, told } = await twoClips()
    const details = { ...DETAILS, title: 'Red crane' }
    const tags = await told(() => describeClip(deps, a, { details, category: SEA }))
    expect(tags).toEqual(['categories', `clip:${a}`, 'clips'])
    expect([await found(deps.db, 'crane'), await found(deps.db, 'heron')]).toEqual([[a], []])
    expect(await found(deps.db, 'egret')).toEqual([b])
    const titles = await deps.db.selectFrom('sources').select('title').orderBy('id').execute()
    expect(titles).toEqual([{ title: 'Red crane' }, { title: 'White egret' }])
  })

  test('updates the label of its category', async () => {
    const { deps } = await twoClips()
    const renamed = { ...SEA, label: 'The sea', position: 7 }
    await publishClip(deps, newClip('c', 'Waves'), renamed)
    expect(await deps.db.selectFrom('categories').selectAll().execute()).toEqual([renamed])
  })

  test('that is removed loses its page', async () => {
    const { deps, a, told } = await twoClips()
    expect(await told(() => removeClip(deps, a))).toContain(`clip:${a}`)
  })

  test('has its bit rate, its thumbnail and its preview, and comes before ranked clips', async () => {
    const { deps, a } = await twoClips()
    const row = deps.db
      .selectFrom('sources')
      .innerJoin('medias', 'medias.source_id', 'sources.id')
      .selectAll()
    expect(await row.where('sources.id', '=', a).executeTakeFirst()).toMatchObject({
      bit_rate: 4_000_000,
      thumbnail_url: '/media/poster/a/640.jpg',
      preview_av1_url: '',
      file_name: 'a.mp4',
      popularity: 1,
    })
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
    const id = (await publishClip(deps, newClip('c', 'Red crane'), SEA, { state: 'draft' }))!
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
