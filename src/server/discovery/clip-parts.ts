import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/**
 * Clips of one sitemap. Each has two addresses, with a film and alternates of 1.5 kB as a rule and 2.2 kB at most, so
 * that of the protocol's limits, 50,000 addresses and 50 MB, the second is met first.
 */
export const CLIPS_PER_PART = 10_000

interface ClipPart {
  /** From 1. */
  part: number
  /** When its newest clip was published. */
  lastmod: string
}

/** The ids of a part. They are never given again, so a clip stays in its part, and a part that is full in its bounds. */
export function idsOfPart(part: number): { after: number; upTo: number } {
  return { after: (part - 1) * CLIPS_PER_PART, upTo: part * CLIPS_PER_PART }
}

/** The parts that hold a clip; each is found by the index of ids, without counting. */
export async function clipParts(db: Kysely<Database>): Promise<ClipPart[]> {
  const parts: ClipPart[] = []
  const ids = db.selectFrom('sources').select(['id', 'created']).limit(1)
  let after = 0
  while (true) {
    const next = await ids.where('id', '>', after).orderBy('id').executeTakeFirst()
    if (!next) return parts
    const part = Math.ceil(next.id / CLIPS_PER_PART)
    const { upTo } = idsOfPart(part)
    const newest = await ids.where('id', '<=', upTo).orderBy('id', 'desc').executeTakeFirstOrThrow()
    parts.push({ part, lastmod: newest.created })
    after = upTo
  }
}
