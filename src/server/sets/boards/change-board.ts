import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Board, BoardChange, BoardInput } from '#contract/sets/boards.ts'
import type { Person } from '#domain/membership/membership.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { countRows } from '#server/db/count-rows.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setNotFound } from '../find-set.ts'
import { lockClips } from '../set-clips.ts'
import { getBoard } from './find-board.ts'

type Changes = Pick<Deps, 'db' | 'rateLimits'>

/** 32 letters of an address. */
const LINK_BYTES = 24

/** Makes a board. @throws AppError('setFull') with 200 of them, 'badClips', 'tooManyRequests' */
export async function createBoard(
  { db, now, rateLimits }: Changes & Pick<Deps, 'now'>,
  person: Person,
  { name, source_ids = [] }: BoardInput,
): Promise<Board> {
  await rateLimits.boardChanges.take(String(person.id))
  const id = await db.transaction().execute(async (trx) => {
    const owner = trx.selectFrom('users').select('id').where('id', '=', person.id)
    await owner.$call(lockRows(trx)).executeTakeFirst()
    const boards = await countRows(trx.selectFrom('boards').where('user_id', '=', person.id))
    if (boards >= BOARD_LIMITS.boards) throw new AppError('setFull', `there are ${boards}`)
    const board = { user_id: person.id, name, created: now().toISOString() }
    const { id } = await trx.insertInto('boards').values(board).returning('id').executeTakeFirstOrThrow()
    await add(trx, id, source_ids)
    return id
  })
  return getBoard({ db }, person, id)
}

/** @throws AppError('setNotFound' | 'setFull' | 'badClips' | 'tooManyRequests') */
export async function changeBoard(
  { db, rateLimits }: Changes,
  person: Person,
  { id, change }: { id: number; change: BoardChange },
): Promise<Board> {
  await rateLimits.boardChanges.take(String(person.id))
  await db.transaction().execute(async (trx) => {
    const old = await lockBoard(trx, person, id)
    const { name = old.name, link = old.link !== null, shows_notes } = change
    const secret = link ? (old.link ?? randomBytes(LINK_BYTES).toString('base64url')) : null
    const shown = shows_notes === undefined ? old.shows_notes : Number(shows_notes)
    await trx
      .updateTable('boards')
      .set({ name, link: secret, shows_notes: shown })
      .where('id', '=', id)
      .execute()
    if (change.added_ids) await add(trx, id, change.added_ids)
    if (change.order) await order(trx, id, change.order)
  })
  return getBoard({ db }, person, id)
}

/** @throws AppError('setNotFound') */
export async function deleteBoard({ db }: Pick<Deps, 'db'>, person: Person, id: number): Promise<void> {
  const gone = db.deleteFrom('boards').where('id', '=', id).where('user_id', '=', person.id)
  if ((await gone.executeTakeFirst()).numDeletedRows === 0n) throw setNotFound()
}

/** @throws AppError('setNotFound'), 'mediaNotFound' for a clip that it does not have, 'tooManyRequests' */
export async function noteInBoard(
  { db, rateLimits }: Changes,
  person: Person,
  { id, source, note }: { id: number; source: number; note: string },
): Promise<void> {
  await rateLimits.boardChanges.take(String(person.id))
  await db.transaction().execute(async (trx) => {
    await lockBoard(trx, person, id)
    const noted = trx.updateTable('board_sources').set({ note }).where('board_id', '=', id)
    const { numUpdatedRows } = await noted.where('source_id', '=', source).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('mediaNotFound')
  })
}

/** @throws AppError('setNotFound' | 'tooManyRequests') */
export async function removeFromBoard(
  { db, rateLimits }: Changes,
  person: Person,
  { id, source }: { id: number; source: number },
): Promise<void> {
  await rateLimits.boardChanges.take(String(person.id))
  await db.transaction().execute(async (trx) => {
    await lockBoard(trx, person, id)
    const gone = trx.deleteFrom('board_sources').where('board_id', '=', id)
    await gone.where('source_id', '=', source).execute()
  })
}

function lockBoard(trx: Trx, person: Person, id: number) {
  return trx
    .selectFrom('boards')
    .select(['name', 'link', 'shows_notes'])
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .$call(lockRows(trx))
    .executeTakeFirstOrThrow(setNotFound)
}

const rowsOf = (trx: Trx, id: number) =>
  trx.selectFrom('board_sources').selectAll().where('board_id', '=', id).orderBy('position').execute()

async function add(trx: Trx, id: number, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(trx, id)
  const known = new Set(rows.map(({ source_id }) => source_id))
  const added = [...new Set(ids)].filter((clip) => !known.has(clip))
  if (added.length === 0) return
  if (rows.length + added.length > BOARD_LIMITS.clips) throw new AppError('setFull', `it has ${rows.length}`)
  await lockClips(trx, added)
  const from = (rows.at(-1)?.position ?? -1) + 1
  const values = added.map((source_id, index) => ({ board_id: id, source_id, position: from + index }))
  await trx.insertInto('board_sources').values(values).execute()
}

/** Clips that are not named follow, hidden ones too, so that two tabs lose nothing. */
async function order(trx: Trx, id: number, ids: readonly number[]): Promise<void> {
  const placeOf = new Map(ids.map((clip, index) => [clip, index]))
  const place = (clip: number) => placeOf.get(clip) ?? ids.length
  const rows = await rowsOf(trx, id)
  if (rows.length === 0) return
  const sorted = rows.toSorted((a, b) => place(a.source_id) - place(b.source_id))
  await trx.deleteFrom('board_sources').where('board_id', '=', id).execute()
  await trx
    .insertInto('board_sources')
    .values(sorted.map((row, position) => ({ ...row, position })))
    .execute()
}
