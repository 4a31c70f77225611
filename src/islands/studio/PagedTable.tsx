import type { ReactNode } from 'react'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import type { Pages } from '../loading/use-pages.ts'
import { FigureTable, type TableHead } from './FigureTable.tsx'
import { LoadFailed } from './LoadFailed.tsx'

interface PagedTableProps<Line> {
  pages: Omit<Pages<Line>, 'change'>
  label: string
  head: TableHead
  row: (line: Line) => ReactNode
  /** Shown if there is nothing. */
  empty: EmptyProps
}

/** A table that grows by a button, with a placeholder while it is empty, loading or failed. */
export function PagedTable<Line>({ pages, label, head, row, empty }: PagedTableProps<Line>) {
  const t = studioTexts(pageLocale())
  const { lines, status, hasMore, more } = pages
  return (
    <>
      {lines.length > 0 && (
        <FigureTable label={label} head={head}>
          {lines.map(row)}
        </FigureTable>
      )}
      {status === 'idle' && lines.length === 0 && <Empty {...empty} />}
      {status === 'failed' && <LoadFailed retry={more} />}
      <p className="panel-note" role="status">
        {status === 'loading' && t.loading}
      </p>
      {status === 'idle' && hasMore && (
        <div className="panel-actions">
          <QuietButton onClick={more}>{t.more}</QuietButton>
        </div>
      )}
    </>
  )
}

interface EmptyProps {
  title: string
  lead?: string
}

export function Empty({ title, lead }: EmptyProps) {
  return (
    <div className="figure-empty">
      <p>
        <strong>{title}</strong>
      </p>
      {lead && <p className="panel-note">{lead}</p>}
    </div>
  )
}
