import type { LogFilter } from '#contract/studio/log.ts'
import { AUDIT_KINDS } from '#domain/studio/audit-kinds.ts'

const ACTOR = /^(?:cli|stripe|schedule|user:\d{1,15})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filter in a URL; invalid values are ignored. Days are in the reader's time zone. */
export function filterOf(params: URLSearchParams): LogFilter {
  const [actor, subject, member] = ['actor', 'subject', 'member'].map((name) => params.get(name) ?? '')
  const kind = AUDIT_KINDS.find((each) => each === params.get('kind'))
  const from = startOf(params.get('from'), 0)
  const to = startOf(params.get('to'), 1)
  return {
    ...(actor && ACTOR.test(actor) && { actor }),
    ...(kind && { kind }),
    ...(subject && { subject }),
    ...(member && /^\d{1,15}$/.test(member) && { member: Number(member) }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The start of a day, or of one so many days later; undefined if it is no day. */
function startOf(day: string | null, later: number): string | undefined {
  if (!day || !DAY.test(day) || Number.isNaN(Date.parse(day))) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
