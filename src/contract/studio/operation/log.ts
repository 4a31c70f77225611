import * as z from 'zod/mini'
import { AUDIT_KINDS } from '#domain/studio/audit-kinds.ts'
import { PLAIN_LINE } from '../../plain-text.ts'

/** What to list; absent fields do not filter. */
export const LogFilter = z.object({
  /** `cli`, `stripe`, `schedule` or `user:7`. */
  actor: z.optional(z.string().check(z.regex(/^(?:cli|stripe|schedule|user:\d{1,15})$/, 'unknownActor'))),
  kind: z.optional(z.enum(AUDIT_KINDS)),
  /** Such as `clip:12`; see auditSubject(). */
  subject: z.optional(z.string().check(z.maxLength(200), z.regex(PLAIN_LINE, 'badText'))),
  /** Id of the account that it was about. */
  member: z.optional(z.coerce.number().check(z.int(), z.positive())),
  from: z.optional(z.iso.datetime()),
  /** Exclusive. */
  to: z.optional(z.iso.datetime()),
})
export type LogFilter = z.infer<typeof LogFilter>

/** `before`: the place after which the page begins, as `next` of the page before. */
export const LogQuery = z.extend(LogFilter, {
  before: z.optional(z.string().check(z.regex(/^[\dTZ:.-]{20,30}~\d{1,18}$/, 'badPlace'))),
})
export type LogQuery = z.infer<typeof LogQuery>

/** A person's id and present name; null after the account was deleted. */
const Somebody = z.object({ id: z.int(), name: z.nullable(z.string()) })

export const LogEntry = z.object({
  id: z.int(),
  created: z.iso.datetime(),
  actor: z.string(),
  /** Null if no account did it. */
  by: z.nullable(Somebody),
  /** Such as `promotion.end`. */
  action: z.string(),
  kind: z.enum(AUDIT_KINDS),
  subject: z.nullable(z.string()),
  /** Of the clip concerned; null if it no longer exists. */
  clip_title: z.nullable(z.string()),
  member: z.nullable(Somebody),
  /** `before` and `after` of the change, and further details. */
  detail: z.record(z.string(), z.unknown()),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Newest first. */
export const LogPage = z.object({
  entries: z.array(LogEntry),
  /** Null on the last page. */
  next: z.nullable(z.string()),
  /** The admin and the editors, for the filter. */
  people: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type LogPage = z.infer<typeof LogPage>
