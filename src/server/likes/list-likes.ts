import type { LikeList } from '#contract/accounts.ts'
import type { SourceList } from '#contract/clips.ts'
import { nextOffset } from '#domain/clips/paging.ts'
import type { Person } from '#domain/membership/membership.ts'
import { type ListDeps, pageSizeOf } from '#server/clips/list-sources.ts'
import { viewSources } from '#server/clips/source-view.ts'
import type { Deps } from '#server/deps.ts'

/** Ids of the clips that a person likes, latest like first. */
export async function listLikes({ db }: Pick<Deps, 'db'>, person: Person): Promise<LikeList> {
  const rows = await db
    .selectFrom('likes')
    .select('source_id')
    .where('user_id', '=', person.id)
    .orderBy('created', 'desc')
    .orderBy('source_id', 'desc')
    .execute()
  return { likes: rows.map((row) => row.source_id) }
}

/** A page of the clips that a person likes, latest like first. */
export async function listLikedClips(
  deps: ListDeps,
  person: Person,
  { offset }: { offset: number },
): Promise<SourceList> {
  const { db } = deps
  const liked = db
    .selectFrom('likes')
    .innerJoin('sources', 'sources.id', 'likes.source_id')
    .where('likes.user_id', '=', person.id)
  const rows = await liked
    .selectAll('sources')
    .orderBy('likes.created', 'desc')
    .orderBy('likes.source_id', 'desc')
    .limit(pageSizeOf(deps))
    .offset(offset)
    .execute()
  const counted = await liked
    .select((sql) => sql.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  return {
    sources: await viewSources(db, rows),
    offset,
    next_offset: nextOffset({ offset, count: rows.length, total }),
    total,
  }
}
