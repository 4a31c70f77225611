import { useId } from 'react'
import type { SetLine } from '#contract/sets.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { builderTexts } from '#i18n/builder-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import type { ChangeKind } from './ChangeDialog.tsx'
import type { SetLists } from './use-set-lists.ts'

export interface SetTableProps {
  title: string
  lists: SetLists
  /** Promotions only. */
  onChange?: (kind: ChangeKind, line: SetLine) => void
  onDelete: (line: SetLine) => void
}

/** Sets with their figures, newest first. */
export function SetTable({ title, lists, onChange, onDelete }: SetTableProps) {
  const texts = builderTexts(pageLocale())
  const t = texts.admin
  const id = useId()
  const { lines, status, hasMore, more } = lists
  return (
    <div className="panel set-table">
      <h2 id={id}>{title}</h2>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too
        <section className="set-table-room" tabIndex={0} aria-labelledby={id}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.name}</th>
                {[t.clips, t.views, t.downloads].map((name) => (
                  <th scope="col" className="number" key={name}>
                    {name}
                  </th>
                ))}
                <th scope="col">{t.created}</th>
                {onChange && <th scope="col">{t.ends}</th>}
                <th scope="col">{t.actions}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Row key={line.id} line={line} onChange={onChange} onDelete={onDelete} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div role="status">
        {status === 'failed' && (
          <p>
            {t.failed}{' '}
            <button type="button" className="button button-quiet" onClick={more}>
              {texts.retry}
            </button>
          </p>
        )}
        {status === 'loading' && (
          <>
            <span className="spinner" aria-hidden="true" />
            <span className="visually-hidden">{t.busy}</span>
          </>
        )}
        {status === 'idle' && lines.length === 0 && <p className="panel-note">{t.none}</p>}
      </div>
      {status === 'idle' && hasMore && (
        <div className="panel-actions">
          <button type="button" className="button button-quiet" onClick={more}>
            {t.more}
          </button>
        </div>
      )}
    </div>
  )
}

type RowProps = { line: SetLine } & Pick<SetTableProps, 'onChange' | 'onDelete'>

function Row({ line, onChange, onDelete }: RowProps) {
  const locale = pageLocale()
  const t = builderTexts(locale).admin
  const number = (value: number) => value.toLocaleString(locale)
  const ended = line.expiry !== undefined && Date.parse(line.expiry) <= Date.now()
  return (
    <tr>
      <th scope="row">
        {line.url && !ended ? (
          <a href={localizedLink(new URL(line.url).pathname as SitePath)}>{line.name}</a>
        ) : (
          line.name
        )}
      </th>
      {(['clips', 'views', 'downloads'] as const).map((figure) => (
        <td className="number" data-label={t[figure]} key={figure}>
          {number(line[figure])}
        </td>
      ))}
      <td data-label={t.created}>{dateText(locale, line.created)}</td>
      {onChange && (
        <td data-label={t.ends}>
          {ended && <strong>{t.ended} </strong>}
          {line.expiry && dateTimeText(locale, line.expiry)}
        </td>
      )}
      <td data-label={t.actions}>
        {/* A promotion without a URL has lost its name to another. */}
        {line.url && (
          <div className="set-table-actions">
            {onChange && <Action label={t.extend} name={line.name} act={() => onChange('extend', line)} />}
            {onChange && !ended && (
              <Action label={t.end} name={line.name} act={() => onChange('end', line)} />
            )}
            <Action label={t.delete} name={line.name} act={() => onDelete(line)} />
          </div>
        )}
      </td>
    </tr>
  )
}

function Action({ label, name, act }: { label: string; name: string; act: () => void }) {
  return (
    <button type="button" className="link-button" onClick={act}>
      {label}
      <span className="visually-hidden"> {name}</span>
    </button>
  )
}
