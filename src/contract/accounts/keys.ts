import * as z from 'zod/mini'
import { KEY_DAYS_MAX, KEY_NAME_MAX, KEY_SCOPES } from '#domain/people/key-scopes.ts'
import { PLAIN_LINE } from '../plain-text.ts'

const scopes = z.array(z.enum(KEY_SCOPES)).check(z.minLength(1), z.maxLength(KEY_SCOPES.length))

export const KeyInput = z.object({
  /** So that its owner knows it again. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(KEY_NAME_MAX), z.regex(PLAIN_LINE)),
  scopes,
  /** Without it the key works until it is revoked. */
  expires_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(KEY_DAYS_MAX))),
})
export type KeyInput = z.infer<typeof KeyInput>

const Key = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  created: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  /** To the minute. */
  last_used: z.nullable(z.iso.datetime()),
})
export type Key = z.infer<typeof Key>

export const KeyList = z.object({ keys: z.array(Key) })

/** The only answer that has the key itself. */
export const NewKey = z.object({ id: z.int(), key: z.string() })
