/** What a log entry is about, in the order of the log's filter. */
export const AUDIT_KINDS = [
  ...(['clip', 'upload', 'category', 'set', 'demand'] as const),
  ...(['member', 'tester', 'payment', 'system'] as const),
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** By the part of an action before its dot. */
const KINDS: Record<string, AuditKind> = {
  ...{ clip: 'clip', library: 'clip', ingest: 'clip', upload: 'upload', category: 'category' },
  ...{ promotion: 'set', collection: 'set', wish: 'demand', demand: 'demand', rule: 'demand' },
  ...{
    member: 'member',
    grant: 'member',
    role: 'member',
    session: 'member',
    factor: 'member',
    key: 'member',
  },
  ...{ admin: 'member', tester: 'tester', tester_key: 'tester', subscription: 'payment', billing: 'payment' },
}

/** The kind of an action such as `promotion.end`. */
export function auditKindOf(action: string): AuditKind {
  return KINDS[roomOf(action)] ?? 'system'
}

const roomOf = (action: string) => action.split('.', 1)[0] ?? ''

/** Prefix of a bulk operation's number. */
export const OPERATION = 'operation:'

/** The subject of an action, such as `clip:12` or `promotion:kyoto`; null for none, or a member. */
export function auditSubject(action: string, detail: Record<string, unknown>): string | null {
  const { source, slug, category, key, operation } = detail
  if (typeof slug === 'string') return `${roomOf(action)}:${slug}`
  if (typeof source === 'number') return `clip:${source}`
  // Before the category, which a bulk change may have too.
  if (roomOf(action) === 'library' && typeof operation === 'number') return `${OPERATION}${operation}`
  if (typeof category === 'string') return `category:${category}`
  return roomOf(action) === 'tester_key' && typeof key === 'number' ? `tester_key:${key}` : null
}
