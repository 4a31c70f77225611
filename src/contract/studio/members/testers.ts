import * as z from 'zod/mini'
import { PLAIN_LINE } from '../../plain-text.ts'

export const MAX_KEYS_AT_ONCE = 100
export const MAX_KEY_LABEL = 100

export const TesterKeyLine = z.object({
  id: z.int(),
  key: z.string(),
  /** The person or place it was made for; may be empty. */
  label: z.string(),
  created: z.iso.datetime(),
  revoked_at: z.nullable(z.iso.datetime()),
  /** Number of testers who used it. */
  testers: z.int(),
})
export type TesterKeyLine = z.infer<typeof TesterKeyLine>

export const TesterLine = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Null: the key's row is gone. */
  key_id: z.nullable(z.int()),
  label: z.nullable(z.string()),
  claimed_at: z.iso.datetime(),
  /** Ended by the person; the spot stays taken. */
  ended_at: z.nullable(z.iso.datetime()),
})
export type TesterLine = z.infer<typeof TesterLine>

/** Answer of `GET /api/studio/testers`. */
export const TesterRoom = z.object({
  taken: z.int(),
  total: z.int(),
  /** The newest 500, newest first. */
  keys: z.array(TesterKeyLine),
  /** In the order they joined. One who deleted the account counts but is not listed. */
  testers: z.array(TesterLine),
})
export type TesterRoom = z.infer<typeof TesterRoom>

export const TesterKeysInput = z.object({
  count: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(MAX_KEYS_AT_ONCE))), 1),
  label: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'labelMissing'),
      z.maxLength(MAX_KEY_LABEL, 'labelTooLong'),
      z.regex(PLAIN_LINE, 'labelMissing'),
    ),
})
export type TesterKeysInput = z.infer<typeof TesterKeysInput>

export const TesterKeyPath = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })
