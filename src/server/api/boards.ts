import type * as calls from '#contract/sets/board-calls.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import {
  changeBoard,
  createBoard,
  deleteBoard,
  noteInBoard,
  removeFromBoard,
} from '#server/sets/boards/change-board.ts'
import { getBoard, getShownBoard, listBoards } from '#server/sets/boards/find-board.ts'

export const boards: Handlers<typeof calls> = {
  boardList: ({ deps, member }, { clip }) => listBoards(deps, member, clip),
  createBoard: ({ deps, member }, input) => createBoard(deps, member, input),
  board: ({ deps, member }, { id }) => getBoard(deps, member, id),
  changeBoard: ({ deps, member }, { id, ...change }) => changeBoard(deps, member, { id, change }),
  deleteBoard: ({ deps, member }, { id }) => deleteBoard(deps, member, id),
  noteInBoard: ({ deps, member }, { id, sourceId, note }) =>
    noteInBoard(deps, member, { id, source: sourceId, note }),
  removeFromBoard: ({ deps, member }, { id, sourceId }) =>
    removeFromBoard(deps, member, { id, source: sourceId }),
  shownBoard: ({ deps }, { link }) => getShownBoard(deps, link),
}
