import type { ReactNode } from 'react'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { Pages } from '../loading/use-pages.ts'
import { LoadFailed } from './LoadFailed.tsx'

interface PagedTableProps<Line> {
  pages: Pages<Line>
  label: string
  head: ReactNode
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too
        <section className="figure-table" tabIndex={0} aria-label={label}>
          <table>
            <thead>
              <tr>{head}</tr>
            </thead>
            <tbody>{lines.map(row)}</tbody>
          </table>
        </section>
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
