import type { LogEntry } from '#contract/studio/operation/log.ts'
import type { Locale, SitePath } from '#domain/address/locale-path.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { actText, type LogTexts, logTexts } from '#i18n/studio/log/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'

/** Who did what to what. */
export function Act({ entry, about }: { entry: LogEntry; about?: 'member' }) {
  const t = logTexts(pageLocale())
  const { action, subject, member, kind } = entry
  return (
    <span className="log-act">
      <strong>{actText(t, action)}</strong>
      {subject && <Subject entry={entry} subject={subject} t={t} />}
      {member && about !== 'member' && kind !== 'payment' && (
        <a href={localizedLink(`/studio/members?id=${member.id}`)}>{member.name ?? t.deleted(member.id)}</a>
      )}
    </span>
  )
}

function Subject({ entry, subject, t }: { entry: LogEntry; subject: string; t: LogTexts }) {
  const [kind = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  const name = kind === 'clip' && entry.clip_title ? `${entry.clip_title} (${id})` : id
  const label = `${t.subjects[kind] ?? kind} ${name}`
  const path = pathOf(kind, id)
  return path ? <a href={localizedLink(path)}>{label}</a> : <span>{label}</span>
}

function pathOf(kind: string, id: string): SitePath | undefined {
  if (kind === 'clip') return `/studio/clip/${id}`
  if (kind === 'category') return '/studio/categories'
  if (kind === 'tester_key') return '/studio/testers'
  return kind === 'promotion' || kind === 'collection' ? '/studio/sets' : undefined
}

/** Before and after, field by field. */
export function Changes({ entry }: { entry: LogEntry }) {
  const locale = pageLocale()
  const changes = changesOf(entry, logTexts(locale), locale)
  if (changes.length === 0) return null
  return (
    <ul className="log-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <span className="log-field">{field}</span>}{' '}
          {before !== undefined && (
            <>
              <del>{before}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>{after}</ins>
        </li>
      ))}
    </ul>
  )
}

interface Change {
  field: string
  /** Undefined if only one value is known. */
  before?: string
  after: string
}

/** These lead to details shown beside them, or number rows. */
const LEFT_OUT = [
  'before',
  'after',
  'id',
  'source',
  'slug',
  'key',
  'operation',
  'wish',
  'rule',
  'job',
  'ids',
  'upload',
]
const LONGEST = 300
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The changes of a log entry, field by field, then its other details. */
export function changesOf({ detail, subject }: LogEntry, t: LogTexts, locale: Locale): Change[] {
  // Many clips' AI is stored as a number.
  const text = (value: unknown, field?: string) =>
    valueText(field === 'ai' && typeof value === 'number' ? value === 1 : value, t, locale)
  const name = (field: string) => t.fields[field] ?? field
  const { before, after } = detail
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const others = Object.entries(detail).filter(
    ([field, value]) => !LEFT_OUT.includes(field) && !isEmpty(value) && subject !== `${field}:${value}`,
  )
  return [
    ...(Array.isArray(before) ? [{ field: '', before: text(before), after: text(after) }] : []),
    ...fields
      .filter((field) => text(old[field]) !== text(now[field]))
      .map((field) => ({
        field: name(field),
        ...(before ? { before: text(old[field], field) } : {}),
        after: text(now[field], field),
      })),
    ...others.map(([field, value]) => ({ field: name(field), after: text(value, field) })),
  ]
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) ? Object.keys(value).length === 0 : value === '' || value === null
}

function valueText(value: unknown, t: LogTexts, locale: Locale): string {
  if (value === undefined || value === null || value === '') return t.nothing
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (Array.isArray(value))
    return cut(value.map((each) => valueText(each, t, locale)).join(', ')) || t.nothing
  if (isRecord(value)) {
    const parts = Object.entries(value).map(
      ([field, each]) => `${t.fields[field] ?? field}: ${valueText(each, t, locale)}`,
    )
    return cut(parts.join(', ')) || t.nothing
  }
  const text = String(value)
  return INSTANT.test(text) ? dateTimeText(locale, text) : (t.values[text] ?? cut(text))
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
