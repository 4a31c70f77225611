import * as z from 'zod/mini'
import { anyone, member } from '../call.ts'
import { wholeNumber } from '../clips/clips.ts'
import * as boards from './boards.ts'

const id = wholeNumber(Number.MAX_SAFE_INTEGER)
const ofBoard = { example: { id: 1 }, params: z.object({ id }) } as const
const BoardSourceParams = z.object({ id, sourceId: id })

export const boardList = member.get('/api/user/boards', {
  does: 'The caller’s collections, newest first.',
  more: '`has` says whether one has the `clip` asked about.',
  scope: 'read',
  query: z.object({ clip: z.optional(id) }),
  answer: boards.BoardList,
})

export const createBoard = member.post('/api/user/boards', {
  does: 'Makes a collection.',
  example: { name: 'Opening titles', source_ids: [7] },
  scope: 'manage',
  body: boards.BoardInput,
  answer: boards.Board,
  errors: ['badClips', 'setFull'],
})

export const board = member.get('/api/user/boards/{id}', {
  does: 'One of the caller’s collections, with its clips and notes.',
  ...ofBoard,
  scope: 'read',
  answer: boards.Board,
  errors: ['setNotFound'],
})

export const changeBoard = member.put('/api/user/boards/{id}', {
  does: 'Renames, fills, orders or shows one of the caller’s collections; absent fields stay.',
  more: '`added_ids` follow at the end; `order` names clips in their new order, and others follow. `link` makes the link or ends it; a new one differs.',
  example: { id: 1, added_ids: [8] },
  scope: 'manage',
  params: ofBoard.params,
  body: boards.BoardChange,
  answer: boards.Board,
  errors: ['setNotFound', 'badClips', 'setFull'],
})

export const deleteBoard = member.del('/api/user/boards/{id}', {
  does: 'Deletes one of the caller’s collections.',
  ...ofBoard,
  scope: 'manage',
  errors: ['setNotFound'],
})

export const noteInBoard = member.put('/api/user/boards/{id}/{sourceId}', {
  does: 'Keeps a note on a clip of one of the caller’s collections.',
  example: { id: 1, sourceId: 7, note: 'For the last shot' },
  scope: 'manage',
  params: BoardSourceParams,
  body: boards.BoardNote,
  errors: ['setNotFound', 'mediaNotFound'],
})

export const removeFromBoard = member.del('/api/user/boards/{id}/{sourceId}', {
  does: 'Takes a clip out of one of the caller’s collections; may be repeated.',
  example: { id: 1, sourceId: 7 },
  scope: 'manage',
  params: BoardSourceParams,
  errors: ['setNotFound'],
})

export const shownBoard = anyone.get('/api/boards/{link}', {
  does: 'A collection that its owner shows by a link.',
  example: { link: 'mVb2Q0rT8hYxKc4LwZ7nPs9dFgJ1aEuR' },
  scope: 'none',
  params: z.object({ link: z.string().check(z.regex(/^[\w-]{32}$/)) }),
  answer: boards.ShownBoard,
  errors: ['setNotFound'],
})
