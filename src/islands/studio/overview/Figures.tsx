import type { ReactNode } from 'react'
import { type Business, MOST_COUNTED, type Overview } from '#contract/studio/operation/overview.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { overviewTexts } from '#i18n/studio/overview/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'

/** With less space the next films may not fit. */
const LITTLE_ROOM = 0.1

/** Figures of the library, its queue and the machine that need attention. */
export function WaitingFigures({ overview }: { overview: Overview }) {
  const { library, jobs, ingest, mails, business } = overview
  const locale = pageLocale()
  const t = overviewTexts(locale)
  /** "At least" if counting stopped early. */
  const count = (number: number) => {
    const text = number.toLocaleString(locale)
    return number >= MOST_COUNTED ? t.atLeast(text) : text
  }
  const failed = jobs.failing + jobs.given_up
  const libraryOf = (state: string) => `${localizedLink('/studio/library')}?state=${state}`
  const running = (number: number) => (number > 0 ? t.running(count(number)) : undefined)
  return (
    <ul className="figures">
      <Figure name={t.tile.drafts} value={count(library.draft)} href={libraryOf('draft')} />
      <Figure name={t.tile.published} value={count(library.published)} href={libraryOf('published')} />
      <Figure name={t.tile.hidden} value={count(library.hidden)} href={libraryOf('hidden')} />
      <Figure
        name={t.tile.ingest}
        value={count(ingest.waiting)}
        note={running(ingest.running)}
        href={localizedLink('/studio/uploads')}
      />
      <Figure
        name={t.tile.waiting}
        value={count(jobs.waiting)}
        note={running(jobs.running)}
        href={business ? '#failed-jobs' : localizedLink('/studio/uploads')}
      />
      <Figure
        name={t.tile.failed}
        value={count(failed)}
        urgent={failed > 0}
        href={business ? '#failed-jobs' : localizedLink('/studio/uploads')}
      />
      {business && (
        <>
          <Figure
            name={t.tile.mails}
            value={count(mails.waiting + mails.failing)}
            note={mails.failing > 0 && t.failing(count(mails.failing))}
            urgent={mails.failing > 0}
            href="#failed-jobs"
          />
          <Figure
            name={t.tile.disk}
            value={formatBytes(business.disk.free, locale)}
            note={t.ofDisk(formatBytes(business.disk.total, locale))}
            urgent={business.disk.free < LITTLE_ROOM * business.disk.total}
            href={localizedLink('/studio/library')}
          />
          <Figure
            name={t.tile.films}
            value={business.disk.films === null ? '–' : formatBytes(business.disk.films, locale)}
            note={[
              business.disk.films_counted &&
                t.filmsCounted(dateTimeText(locale, business.disk.films_counted)),
              business.disk.database !== null && t.database(formatBytes(business.disk.database, locale)),
            ]
              .filter(Boolean)
              .join(' ')}
            href={localizedLink('/studio/library')}
          />
          <Figure
            name={t.tile.backup}
            value={business.backup ? dateText(locale, business.backup.at) : t.noBackup}
            note={backupNote(business)}
            urgent={business.backup === null || business.backup_trouble !== null}
          />
        </>
      )}
    </ul>
  )
}

function backupNote({ backup, backup_trouble: trouble }: Business): string | undefined {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  if (trouble) return t.backupTrouble[trouble]
  if (!backup) return t.noBackupLead
  return backup.bytes === undefined ? undefined : formatBytes(backup.bytes, locale)
}

interface FigureProps {
  name: string
  value: ReactNode
  /** One line below the value. */
  note?: ReactNode
  /** Where to act on it. */
  href?: string
  /** Whether it needs attention. */
  urgent?: boolean
}

/** A figure with its name, linked to the page where one acts on it. */
function Figure({ name, value, note, href, urgent = false }: FigureProps) {
  const content = (
    <>
      <span className="figure-name">{name}</span>
      <strong className="figure-value">{value}</strong>
      {note && <small className="figure-note">{note}</small>}
    </>
  )
  return (
    <li className="figure" data-urgent={urgent}>
      {href ? <a href={href}>{content}</a> : <div>{content}</div>}
    </li>
  )
}

/** Members, money and downloads; only for the admin. */
export function BusinessFigures({ business }: { business: Business }) {
  const locale = pageLocale()
  const t = overviewTexts(locale)
  const number = (value: number) => value.toLocaleString(locale)
  const { new_members, ended, downloads, members, ending, income, unpriced } = business
  const toMembers = localizedLink('/studio/members')
  return (
    <ul className="figures">
      <Figure
        name={t.tile.members}
        value={number(new_members.now)}
        note={t.before(number(new_members.before))}
        href={toMembers}
      />
      <Figure
        name={t.tile.paying}
        value={number(members.pro + members.early_adopter)}
        note={t.split(
          number(members.free),
          number(members.pro),
          members.early_adopter ? number(members.early_adopter) : '',
        )}
        href={toMembers}
      />
      <Figure
        name={t.tile.ended}
        value={number(ended.now)}
        note={ending > 0 ? t.ending(number(ending)) : t.before(number(ended.before))}
        href={toMembers}
      />
      <Figure
        name={t.tile.income}
        value={
          income.length === 0
            ? t.noIncome
            : income.map(({ currency, amount }) => (
                <span className="figure-amount" key={currency}>
                  {formatAmount(amount, currency, locale)} <abbr>{currency.toUpperCase()}</abbr>
                </span>
              ))
        }
        note={unpriced > 0 ? `${t.incomeLead} ${t.unpriced(number(unpriced))}` : t.incomeLead}
        href={toMembers}
      />
      <Figure
        name={t.tile.downloads}
        value={number(downloads.now)}
        note={t.before(number(downloads.before))}
        href={`${localizedLink('/studio/demand')}?view=clips`}
      />
    </ul>
  )
}
