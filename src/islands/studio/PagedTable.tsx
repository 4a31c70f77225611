import type { ReactElement, ReactNode } from 'react'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { Pages } from '../loading/use-pages.ts'
import { FigureTable } from './FigureTable.tsx'
import { LoadFailed } from './LoadFailed.tsx'

interface PagedTableProps<Line> {
  pages: Pages<Line>
  label: string
  head: readonly string[] | ReactElement
  row: (line: Line) => ReactNode
  /** Shown if there is nothing. */
  empty: { title: string; lead: string }
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
          <button type="button" className="button button-quiet" onClick={more}>
            {t.more}
          </button>
        </div>
      )}
    </>
  )
}

export function Empty({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="figure-empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p className="panel-note">{lead}</p>
    </div>
  )
}
