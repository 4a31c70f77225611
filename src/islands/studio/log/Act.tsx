import type { LogEntry } from '#contract/studio/log.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { actText, type LogTexts, logTexts } from '#i18n/studio/log-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { changesOf } from './changes.ts'

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
