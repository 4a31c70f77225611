import type { SourceList } from '#contract/clips/clips.ts'
import { nextOffset } from '#domain/clips/paging.ts'
import { unlikeness } from '#domain/look/likeness.ts'
import type { Look } from '#domain/look/look.ts'
import { SHADES, shadesIn } from '#domain/look/shades.ts'
import { type ListDeps, pageSizeOf } from '#server/clips/list-sources.ts'
import { readSources } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { type Relatable, readLikeness } from '#server/search/index/likeness.ts'
import { ranksOfEach } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { all, any } from '#server/search/text/expression.ts'
import { shadeExpression } from '#server/search/text/filter-tokens.ts'
import { type Asked, candidates, relatable, relatedness, relatedSources } from './related-sources.ts'

/** Candidates in all of the clip's colours, in two of them, and in any. */
const LIMITS = { all: 120, pairs: 120, any: 60 }
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
  const found = [...(await readLikeness(db, inItsColours(db, look))), ...(await candidates(db, clip))]
  const others = new Map(found.filter((each) => each.id !== id).map((each) => [each.id, each]))
  const looks = await looksOf(db, [...others.keys()])
  const ranked = [...looks]
    .map(([each, other]) => ({
      id: each,
      far: farFrom({ clip, look }, { clip: others.get(each)!, look: other }),
    }))
    .sort((a, b) => a.far - b.far || b.id - a.id)
    .slice(0, MOST)
  const ids = ranked.slice(offset, offset + pageSizeOf(deps)).map((each) => each.id)
  return {
    sources: await readSources(db, ids),
    offset,
    next_offset: nextOffset({ offset, count: ids.length, total: ranked.length }),
    total: ranked.length,
  }
}

interface Seen {
  clip: Relatable
  look: Look
}

const farFrom = (one: Seen, other: Seen) =>
  unlikeness(one.look, other.look) - WORDS_WEIGHT * relatedness(one.clip, other.clip)

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

/** The most popular clips in a clip's colours. */
function inItsColours(db: Db, { shades }: Look) {
  const names = Map.groupBy(shadesIn(shades), (at) => SHADES[at]!.name)
  const each = [...names.values()].map(shadeExpression)
  const pairs = each.slice(0, -1).map((one, at) => all([one, any(each.slice(at + 1))]))
  const matches = [
    { expression: all(each), limit: LIMITS.all },
    ...(pairs.length > 0 ? [{ expression: any(pairs), limit: LIMITS.pairs }] : []),
    ...each.map((expression) => ({ expression, limit: LIMITS.any })),
  ]
  return ranksOfEach(
    db,
    matches.map(({ expression, limit }) => ({ match: anyClipWith(expression), limit })),
    0,
  )
}
