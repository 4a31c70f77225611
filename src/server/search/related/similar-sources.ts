import { sql } from 'kysely'
import type { SourceList } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import { cellsNear, MEAN_SIDES } from '#domain/look/cells.ts'
import { layoutsApart, layoutsIn, unlikeness } from '#domain/look/likeness.ts'
import type { Look } from '#domain/look/look.ts'
import { readPicture } from '#domain/look/picture.ts'
import type { ListDeps } from '#server/clips/list-sources.ts'
import { readSources } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { readLikeness } from '#server/search/index/likeness.ts'
import { ranksOfEach } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { cellExpression } from '#server/search/text/filter-tokens.ts'
import { type Asked, candidates, pageOf, relatable, relatedness, relatedSources } from './related-sources.ts'

/** Candidates near in layout, as near as a cropped picture may be, near in mean colour, and the most popular. */
const NEAR = { close: 500, cropped: 1000, mean: 240, popular: 240 }
const REACHES = { close: 0.5, cropped: 2, mean: 4 }
/** Words decide between clips that look about equally like this one. */
const WORDS_WEIGHT = 0.02
/** Beyond the closest, clips no longer look alike. */
const MOST = 80

/** A page of the clips that look most like this one; related ones if it has no look. @throws AppError('mediaNotFound') */
export async function similarSources(deps: ListDeps, { id, offset }: Asked): Promise<SourceList> {
  const { db } = deps
  const clip = await relatable(db, id)
  const look = (await looksOf(db, [id])).get(id)
  if (!look) return relatedSources(deps, { id, offset })
  const near = await nearest(db, look)
  const ranks = sql`select rank from source_ranks where ${oneOf(db, 'source_id', near)}`
  const found = [...(await readLikeness(db, ranks)), ...(await candidates(deps, clip))]
  const others = new Map(found.filter((each) => each.id !== id).map((each) => [each.id, each]))
  const ranked = [...(await looksOf(db, [...others.keys()]))]
    .map(([each, other]) => ({
      id: each,
      far: unlikeness(look, other) - WORDS_WEIGHT * relatedness(clip, others.get(each)!),
    }))
    .sort(byDistance)
  const ids = ranked.map((each) => each.id).slice(0, MOST)
  return pageOf(deps, { offset }, { ids, read: readSources })
}

/** A page of the clips that look most like a picture. @throws AppError('badRequest') if it is none of writePicture() */
export async function alikeSources(
  deps: ListDeps,
  { look, offset }: { look: string; offset: number },
): Promise<SourceList> {
  const layout = readPicture(look)
  if (!layout) throw new AppError('badRequest')
  const near = await nearest(deps.db, { layout })
  return pageOf(deps, { offset }, { ids: near.slice(0, MOST), read: readSources })
}

const byDistance = (a: { id: number; far: number }, b: { id: number; far: number }) =>
  a.far - b.far || b.id - a.id

/** Looks by clip, of those that have one. */
async function looksOf(db: Db, ids: readonly number[]): Promise<Map<number, Look>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('clip_looks')
    .select(['source_id', 'colours', 'shades', 'layout'])
    .where(oneOf(db, 'source_id', ids))
    .where('layout', '<>', '')
    .execute()
  return new Map(
    rows.map(({ source_id, ...row }) => [source_id, { ...row, colours: JSON.parse(row.colours) }]),
  )
}

/** At most 240 clips by how near their layouts are, the nearest first. */
async function nearest(db: Db, look: Pick<Look, 'layout'>): Promise<number[]> {
  const layouts = layoutsIn(look)
  // Of a clip the poster's.
  const cells = (reach: number, sides?: number) => cellExpression(cellsNear(layouts[0]!, reach, sides))
  const matches = [
    { expression: cells(REACHES.close), limit: NEAR.close },
    { expression: cells(REACHES.cropped), limit: NEAR.cropped },
    { expression: cells(REACHES.mean, MEAN_SIDES), limit: NEAR.mean },
  ].map(({ expression, limit }) => ({ match: anyClipWith(expression), limit }))
  // One text is faster than many rows.
  const { rows } = await sql<{ list: string | null }>`
    select string_agg(ranked.source_id || ' ' || clip_looks.layout, ',') as list
    from (${ranksOfEach(db, matches, NEAR.popular)}) as matches
    join source_ranks as ranked on ranked.rank = matches.rank
    join clip_looks on clip_looks.source_id = ranked.source_id and clip_looks.layout <> ''`.execute(db)
  const found = (rows[0]?.list?.split(',') ?? []).map((text) => {
    const [id, layout] = text.split(' ') as [string, string]
    return { id: Number(id), far: layoutsApart(layouts, layoutsIn({ layout })) }
  })
  const sorted = found.sort(byDistance).slice(0, NEAR.popular)
  return sorted.map(({ id }) => id)
}
