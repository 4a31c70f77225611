import type { Trx } from '#server/db/schema.ts'

/** Gap between ranks in a fresh index, for new clips. The index stores the rank for every word, so keep it small. */
export const RANK_GAP = 2 ** 8
/** Distance to the next clip of the same popularity: new clips follow one another there, and share the gap. */
const STRIDE = 2 ** 3
/** Rank of the very first clip, as if it were the 250,000th, so that there is space on both sides. */
const FIRST_RANK = RANK_GAP * 2 ** 18

/** A free rank for a clip: just before the next less popular one (newer before older), or else the last. */
export async function freeRank(
  trx: Trx,
  { popularity, id }: { popularity: number; id: number },
): Promise<number> {
  const next = await trx
    .selectFrom('sources')
    .innerJoin('source_ranks', 'source_ranks.source_id', 'sources.id')
    .select(['rank', 'sources.popularity'])
    .where('popularity', '<=', popularity)
    .where(({ not, and, eb }) => not(and([eb('popularity', '=', popularity), eb('sources.id', '>=', id)])))
    .orderBy('popularity', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!next) return afterLast(trx)
  return freeBefore(trx, next.rank, next.popularity === popularity ? STRIDE : RANK_GAP)
}

/** Ranks read at once when looking for free ones. */
const RANKS_READ = 4096

/**
 * Free ranks for many new clips of one popularity, ascending, as near as possible before the next less popular clip. Like
 * those of freeRank() they may be slightly off until the next rebuild.
 */
export async function freeRanks(
  trx: Trx,
  { popularity, count }: { popularity: number; count: number },
): Promise<number[]> {
  let taken = await freeRank(trx, { popularity, id: Number.MAX_SAFE_INTEGER })
  const free = [taken]
  while (free.length < count) {
    const rows = await trx
      .selectFrom('source_ranks')
      .select('rank')
      .where('rank', '<', taken)
      .orderBy('rank', 'desc')
      .limit(RANKS_READ)
      .execute()
    for (const { rank } of rows) {
      for (let gap = taken - 1; gap > rank && free.length < count; gap--) free.push(gap)
      taken = rank
    }
    if (rows.length < RANKS_READ) while (free.length < count) free.push(--taken)
  }
  return free.toReversed()
}

/** Half-way to the next more popular clip, but at most `most` away. */
async function freeBefore(trx: Trx, rank: number, most: number): Promise<number> {
  const { before } = await trx
    .selectFrom('source_ranks')
    .select(({ fn }) => fn.max('rank').as('before'))
    .where('rank', '<', rank)
    .executeTakeFirstOrThrow()
  const room = rank - (before ?? rank - 2 * RANK_GAP)
  return room > 1 ? rank - Math.max(1, Math.min(most, Math.floor(room / 2))) : nearestFree(trx, rank)
}

/** After thousands of new clips of one popularity the order may be slightly off until the next rebuild. */
async function nearestFree(trx: Trx, rank: number): Promise<number> {
  const { free } = await trx
    .selectFrom('source_ranks as taken')
    .select(({ eb }) => eb('taken.rank', '-', 1).as('free'))
    .where('taken.rank', '<=', rank)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_ranks as before')
            .select('before.rank')
            .where(({ eb, ref }) => eb('before.rank', '=', eb(ref('taken.rank'), '-', 1))),
        ),
      ),
    )
    .orderBy('taken.rank', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return free
}

async function afterLast(trx: Trx): Promise<number> {
  const { last } = await trx
    .selectFrom('source_ranks')
    .select(({ fn }) => fn.max('rank').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? FIRST_RANK : last + RANK_GAP
}
