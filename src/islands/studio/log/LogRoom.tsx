import { useState } from 'react'
import type { LogEntry, LogPage } from '#contract/studio/operation/log.ts'
import { exportLog, listLog } from '#contract/studio/operation/log-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { logTexts } from '#i18n/studio/log/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { usePages } from '../../loading/use-pages.ts'
import { ExportButton } from '../ExportButton.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { studioRoom } from '../studio-room.tsx'
import { useAddress } from '../use-address.ts'
import { Act, Changes } from './Act.tsx'
import { filterOf, LogFilters } from './LogFilters.tsx'

/** Who did what, and when. */
export const LogRoom = studioRoom('admin', Room)

function Room() {
  const t = logTexts(pageLocale())
  const [params] = useAddress()
  const filter = filterOf(params)
  const [people, setPeople] = useState<LogPage['people']>([])
  const pages = usePages(async (before) => {
    const page = await requestAs(listLog, { ...filter, ...(before && { before }) })
    setPeople(page.people)
    return { lines: page.entries, next: page.next }
  }, JSON.stringify(filter))
  return (
    <div className="stack-4">
      <LogFilters people={people}>
        <ExportButton endpoint={exportLog} params={filter} name="log" label={t.csv} done={t.csvSaved} />
      </LogFilters>
      <PagedTable
        pages={pages}
        label={t.list}
        empty={{ title: t.none, lead: t.noneLead }}
        head={[t.when, t.who, t.what, t.change]}
        row={(entry) => <Row key={entry.id} entry={entry} />}
      />
    </div>
  )
}

function Row({ entry }: { entry: LogEntry }) {
  const locale = pageLocale()
  const t = logTexts(locale)
  const { by, actor, created } = entry
  return (
    <tr className="log-row">
      <td data-label={t.when}>
        <time dateTime={created}>{dateTimeText(locale, created)}</time>
      </td>
      <td data-label={t.who}>{by ? (by.name ?? t.deleted(by.id)) : (t.actors[actor] ?? actor)}</td>
      <td data-label={t.what}>
        <Act entry={entry} />
      </td>
      <td data-label={t.change}>
        <Changes entry={entry} />
      </td>
    </tr>
  )
}
