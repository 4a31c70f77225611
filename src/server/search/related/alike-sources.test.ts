import { beforeAll, expect, test } from 'vitest'
import { cellsNear } from '#domain/look/cells.ts'
import { layoutOf } from '#domain/look/layout.ts'
import { layoutsIn } from '#domain/look/likeness.ts'
import { type Look, lookOf } from '#domain/look/look.ts'
import { readPicture, writePicture } from '#domain/look/picture.ts'
import type { Db } from '#server/db/schema.ts'
import { keepLook } from '#server/library/clip-look.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { chance } from '../../../../tests/support/catalogue/chance.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import {
  drawn,
  type FrameAt,
  films,
  photographs,
  screenshot,
  square,
} from '../../../../tests/support/look/moving-pictures.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { alikeSources } from './similar-sources.ts'

const [SCENES, CASES] = IN_LONG_TEST ? [474, 500] : [40, 20]
/** Share of screenshots that must find their clip first. */
const FOUND = 0.95

let clips: FrameAt[]
let looks: Look[]
/** A picture in an address, and the place of its clip. */
let order: number[] | undefined
let asked: { look: string; of: number }[]
beforeAll(async () => {
  clips = [...(await photographs()), ...(IN_LONG_TEST ? await films() : []), ...drawn(SCENES)]
  looks = await Promise.all(
    clips.map(async (frameAt) =>
      lookOf(await Promise.all([0, 0, 0.5, 1].map(async (time) => square(await frameAt(time))))),
    ),
  )
  const next = chance(39)
  const demo = clips.length - SCENES
  const cases = Array.from({ length: CASES }, (_, n) => {
    const of = n % 2 === 0 ? (n / 2) % demo : demo + Math.floor(next() * SCENES)
    return { of, time: next(), seed: n }
  })
  asked = await Promise.all(
    cases.map(async ({ of, time, seed }) => {
      const picture = await square(await screenshot(await clips[of]!(time), seed))
      return { of, look: writePicture(layoutOf(picture)) }
    }),
  )
}, 600_000)

test('most screenshots have the clip in a cell near theirs, so that a million clips need not be compared', () => {
  const inReach = asked.filter(({ look, of }) => {
    const near = new Set(layoutsIn({ layout: readPicture(look)! }).flatMap((layout) => cellsNear(layout, 2)))
    return layoutsIn(looks[of]!).some((layout) => near.has(cellsNear(layout)[0]!))
  })
  expect(inReach.length / asked.length).toBeGreaterThanOrEqual(0.9)
})

describeEachDatabase('clips that look like a picture', (open) => {
  /** Ids in the order of `clips`. */
  async function publishAll(db: Db): Promise<number[]> {
    const ids: number[] = []
    for (const [at, look] of looks.entries()) {
      const id = await publish(db, { title: `Clip ${at}` })
      await db.transaction().execute(async (trx) => {
        await keepLook(trx, id, { poster_base: '', look })
        await indexSource(trx, id)
      })
      ids.push(id)
    }
    return ids
  }

  let db: Db
  let ids: number[]
  beforeAll(async () => {
    db = await open()
    ids = await publishAll(db)
  }, 600_000)

  test('begin with the one that a screenshot is of, cropped, scaled and compressed', async () => {
    let first = 0
    for (const { look, of } of asked) {
      const { sources } = await alikeSources({ db }, { look, offset: 0 })
      if (sources[0]!.id === ids[of]) first++
    }
    expect(first / asked.length).toBeGreaterThanOrEqual(FOUND)
  }, 600_000)

  test('come page by page, each once, and in the same order on both engines', async () => {
    const { look } = asked[0]!
    const first = await alikeSources({ db }, { look, offset: 0 })
    expect(first.next_offset).toBe(40)
    const second = await alikeSources({ db }, { look, offset: 40 })
    const seen = [...first.sources, ...second.sources].map(({ id }) => id)
    expect(seen).toHaveLength(Math.min(first.total, 80))
    expect(new Set(seen).size).toBe(seen.length)
    const places = seen.map((id) => ids.indexOf(id))
    order ??= places
    expect(places).toEqual(order)
  }, 600_000)

  test('are none if no clip was looked at, and what is no picture is refused', async () => {
    const db = await open()
    await publish(db, { title: 'Unseen' })
    expect(await alikeSources({ db }, { look: asked[0]!.look, offset: 0 })).toMatchObject({
      sources: [],
      next_offset: null,
      total: 0,
    })
    await expect(alikeSources({ db }, { look: 'torii', offset: 0 })).rejects.toMatchObject({
      code: 'badRequest',
    })
  })
})
