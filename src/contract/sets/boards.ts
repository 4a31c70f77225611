import * as z from 'zod/mini'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { PLAIN_LINE, PLAIN_TEXT } from '../plain-text.ts'
import { SetSource } from './sets.ts'

const name = z.string().check(
  z.overwrite((text) => text.trim()),
  z.minLength(1),
  z.maxLength(BOARD_LIMITS.name),
  z.regex(PLAIN_LINE),
)
const ids = z.array(z.int().check(z.positive())).check(z.maxLength(BOARD_LIMITS.clips))

export const BoardInput = z.object({ name, source_ids: z.optional(ids) })
export type BoardInput = z.infer<typeof BoardInput>

/**
 * Absent fields stay. `added_ids` follow at the end, without those that it has; `order` names its clips in their new
 * order, and those not named follow. `link` makes or ends the link.
 */
export const BoardChange = z.object({
  name: z.optional(name),
  added_ids: z.optional(ids),
  order: z.optional(ids),
  link: z.optional(z.boolean()),
  shows_notes: z.optional(z.boolean()),
})
export type BoardChange = z.infer<typeof BoardChange>

export const BoardNote = z.object({
  note: z.string().check(z.trim(), z.maxLength(BOARD_LIMITS.note), z.regex(PLAIN_TEXT)),
})

export const BoardLine = z.object({
  id: z.int(),
  name: z.string(),
  clips: z.int(),
  /** Null while nobody else may see it. */
  link: z.nullable(z.string()),
  shows_notes: z.boolean(),
  /** Whether it has the clip that was asked about. */
  has: z.boolean(),
})
export type BoardLine = z.infer<typeof BoardLine>

/** Newest first. */
export const BoardList = z.object({ boards: z.array(BoardLine) })
export type BoardList = z.infer<typeof BoardList>

export const BoardSource = z.extend(SetSource, { note: z.string() })
export type BoardSource = z.infer<typeof BoardSource>

export const Board = z.extend(z.omit(BoardLine, { has: true, clips: true }), {
  sources: z.array(BoardSource),
})
export type Board = z.infer<typeof Board>

/** As others see it; notes are empty unless its owner shows them. */
export const ShownBoard = z.pick(Board, { name: true, sources: true })
export type ShownBoard = z.infer<typeof ShownBoard>
