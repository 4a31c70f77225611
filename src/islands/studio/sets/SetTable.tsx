import type { SetLine } from '#contract/sets/sets.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { copyLink } from '#stores/copy-text.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { NumberCell, RowAct } from '../FigureTable.tsx'
import { PagedTable } from '../PagedTable.tsx'
import type { ChangeKind } from './ChangeDialog.tsx'
import { builderOf, type SetLists } from './use-set-lists.ts'

export interface SetTableProps {
  title: string
  lists: SetLists
  /** Promotions only. */
  onChange?: (kind: ChangeKind, line: SetLine) => void
  onDelete: (line: SetLine) => void
}

const FIGURES = ['clips', 'views', 'downloads'] as const

/** Sets with their figures, newest first. */
export function SetTable({ title, lists, onChange, onDelete }: SetTableProps) {
  const t = builderTexts(pageLocale()).admin
  return (
    <div className="panel figure-panel">
      <h2>{title}</h2>
      <PagedTable
        pages={lists}
        label={title}
        empty={{ title: t.none }}
        head={[
          t.name,
          ...FIGURES.map((figure) => ({ number: t[figure] })),
          ...[t.created, ...(onChange ? [t.ends] : []), t.actions],
        ]}
        row={(line) => <Row key={line.id} line={line} onChange={onChange} onDelete={onDelete} />}
      />
    </div>
  )
}

type RowProps = { line: SetLine } & Pick<SetTableProps, 'onChange' | 'onDelete'>

function Row({ line, onChange, onDelete }: RowProps) {
  const locale = pageLocale()
  const t = builderTexts(locale).admin
  const { name, url, expiry } = line
  const ended = expiry !== undefined && Date.parse(expiry) <= Date.now()
  return (
    <tr>
      <th scope="row">
        {url && !ended ? <a href={localizedLink(new URL(url).pathname as SitePath)}>{name}</a> : name}
      </th>
      {FIGURES.map((figure) => (
        <NumberCell name={t[figure]} key={figure}>
          {line[figure].toLocaleString(locale)}
        </NumberCell>
      ))}
      <td data-label={t.created}>{dateText(locale, line.created)}</td>
      {onChange && (
        <td data-label={t.ends}>
          {ended && <strong>{t.ended} </strong>}
          {expiry && dateTimeText(locale, expiry)}
        </td>
      )}
      <td data-label={t.actions}>
        {/* A promotion without a URL has lost its name to another. */}
        {url && (
          <div className="studio-actions">
            {!ended && <Sharing line={line} url={url} />}
            {onChange && <RowAct label={t.extend} of={name} act={() => onChange('extend', line)} />}
            {onChange && !ended && <RowAct label={t.end} of={name} act={() => onChange('end', line)} />}
            <RowAct label={t.delete} of={name} act={() => onDelete(line)} />
          </div>
        )}
      </td>
    </tr>
  )
}

/** What makes sense while the set's page is there. */
function Sharing({ line, url }: { line: SetLine; url: string }) {
  const t = memberTexts(pageLocale()).sets
  return (
    <>
      <a href={builderOf(line)} aria-label={t.editOf(line.name)}>
        {t.edit}
      </a>
      <RowAct label={t.copy} of={line.name} act={() => void copyLink(url, t)} />
    </>
  )
}
