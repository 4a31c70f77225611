import type { Board, BoardList, BoardSource, ShownBoard } from '#contract/sets/boards.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setNotFound, setSources } from '../find-set.ts'

type Reads = Pick<Deps, 'db'>

/** A person's boards, newest first. @param clip whether each has it */
export async function listBoards({ db }: Reads, { id }: Person, clip = 0): Promise<BoardList> {
  const rows = await db
    .selectFrom('boards')
    .select(['id', 'name', 'link', 'shows_notes'])
    .select(({ selectFrom }) => {
      const clips = selectFrom('board_sources')
        .innerJoin('sources', 'sources.id', 'board_sources.source_id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('board_id', '=', 'boards.id')
      return [clips.as('clips'), clips.where('source_id', '=', clip).as('has')]
    })
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const lines = rows.map(({ shows_notes, clips, has, ...board }) => ({
    ...board,
    ...{ shows_notes: shows_notes === 1, clips: Number(clips), has: Number(has) > 0 },
  }))
  return { boards: lines }
}

/** One's own board. @throws AppError('setNotFound'), for somebody else's, too */
export async function getBoard({ db }: Reads, person: Person, id: number): Promise<Board> {
  const { shows_notes, ...board } = await db
    .selectFrom('boards')
    .select(['id', 'name', 'link', 'shows_notes'])
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow(setNotFound)
  return { ...board, shows_notes: shows_notes === 1, sources: await clipsOf(db, id) }
}

/** The board that a link shows, until it or its owner's account ends. @throws AppError('setNotFound') */
export async function getShownBoard({ db }: Reads, link: string): Promise<ShownBoard> {
  const { id, name, shows_notes } = await db
    .selectFrom('boards')
    .innerJoin('users', 'users.id', 'boards.user_id')
    .select(['boards.id', 'boards.name', 'shows_notes'])
    .where('link', '=', link)
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow(setNotFound)
  const sources = await clipsOf(db, id)
  return { name, sources: shows_notes === 1 ? sources : sources.map((clip) => ({ ...clip, note: '' })) }
}

async function clipsOf(db: Db, id: number): Promise<BoardSource[]> {
  const sources = await setSources(db, 'board', id)
  const notes = db.selectFrom('board_sources').select(['source_id', 'note']).where('board_id', '=', id)
  const noteOf = new Map((await notes.execute()).map(({ source_id, note }) => [source_id, note]))
  return sources.map((source) => ({ ...source, note: noteOf.get(source.id) ?? '' }))
}
