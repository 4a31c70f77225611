import type { TesterLine } from '#contract/studio/testers.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { testersTexts } from '#i18n/studio/testers-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { FigureTable } from '../FigureTable.tsx'

/** The testers, in the order they joined. */
export function TesterTable({ testers }: { testers: readonly TesterLine[] }) {
  const locale = pageLocale()
  const t = testersTexts(locale)
  if (testers.length === 0) return <p className="panel-note">{t.noTesters}</p>
  return (
    <FigureTable label={t.testers} head={[t.tester, t.by, t.joined, t.state]}>
      {testers.map(({ id, name, email, key_id, label, claimed_at, ended_at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={localizedLink(`/studio/members?id=${id}`)}>{name}</a>
            <small className="studio-under">{email}</small>
          </th>
          <td data-label={t.by}>{key_id === null ? '–' : label || t.unlabelled}</td>
          <td data-label={t.joined}>{dateText(locale, claimed_at)}</td>
          <td data-label={t.state}>{ended_at ? t.ended(dateText(locale, ended_at)) : t.active}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
