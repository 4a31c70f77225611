import { expect, test } from 'vitest'
import { listLikedClips } from '#server/likes/likes.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { relatedSources, relatedTiles } from '#server/search/related/related-sources.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { publish } from '../../../tests/support/search-library.ts'
import { listSources, listTiles } from './list-sources.ts'

describePlainSql('every list of clips', (open) => {
  test('has pages of the configured length, and leads to the next one', async () => {
    const db = await open()
    const id = await aUser(db)
    const clips: number[] = []
    for (let clip = 0; clip < 6; clip++)
      clips.push(await publish(db, { title: 'Heron', slug: `heron-${clip}` }))
    const created = '2026-11-21T00:00:00.000Z'
    for (const source_id of clips)
      await db.insertInto('likes').values({ user_id: id, source_id, created }).execute()
    const deps = { db, site: { clipsPerPage: 4 } }
    const person = { id, membership: 'free' } as const
    const lists = {
      all: (offset: number) => listSources(deps, { offset }),
      default: (offset: number) => searchSources(deps, { text: '', offset }),
      found: (offset: number) => searchSources(deps, { text: 'heron', offset }),
      related: (offset: number) => relatedSources(deps, { id: clips[0]!, offset }),
      tiles: (offset: number) => listTiles(deps, { offset }),
      relatedTiles: (offset: number) => relatedTiles(deps, { id: clips[0]!, offset }),
      liked: (offset: number) => listLikedClips(deps, person, { offset }),
    }
    for (const [name, list] of Object.entries(lists)) {
      const first = await list(0)
      expect(first.sources, name).toHaveLength(4)
      expect(first.next_offset, name).toBe(4)
      const second = await list(4)
      expect(second.sources, name).toHaveLength(first.total - 4)
      expect(second.next_offset, name).toBeNull()
    }
  })

  test('has tiles that match the API, in the same order', async () => {
    const db = await open()
    for (const slug of ['crane', 'heron', 'stork']) await publish(db, { title: slug, title_ja: '鳥', slug })
    const { sources } = await listSources({ db }, { offset: 0 })
    const tiles = await listTiles({ db }, { offset: 0 })
    expect(tiles.sources).toHaveLength(3)
    expect(sources).toMatchObject(tiles.sources)
  })
})
