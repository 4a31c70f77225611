import type { BulkChange } from '#domain/studio/bulk-change.ts'
import { libraryTexts } from '#i18n/studio/library-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

interface SelectionBarProps {
  count: number
  /** Total number as text; undefined when all are selected. */
  all: string | undefined
  onAll: () => void
  onClear: () => void
  onOperation: (kind: BulkChange['kind']) => void
  onExport: () => void
}

const FIRST = ['publish', 'hide', 'keywords', 'category'] as const
const MORE = ['license_type', 'license', 'creator', 'ai', 'schedule', 'delete'] as const

/** Actions for the selected clips. */
export function SelectionBar({ count, all, onAll, onClear, onOperation, onExport }: SelectionBarProps) {
  const t = libraryTexts(pageLocale())
  return (
    <section className="library-bar floating" aria-label={t.actions} hidden={count === 0}>
      <p role="status">{count > 0 && t.selected(count)}</p>
      <div className="library-bar-actions">
        {all !== undefined && (
          <button type="button" className="link-button" onClick={onAll}>
            {t.selectAll(all)}
          </button>
        )}
        <button type="button" className="link-button" onClick={onClear}>
          {t.clear}
        </button>
        <button type="button" className="link-button" onClick={onExport}>
          {t.exportSheet}
        </button>
      </div>
      <div className="library-bar-actions library-operations">
        {[...FIRST, ...MORE].map((kind) => (
          <button
            type="button"
            key={kind}
            className={kind === 'delete' ? 'pill-button library-danger' : 'pill-button'}
            onClick={() => onOperation(kind)}
          >
            {t.operations[kind]}
          </button>
        ))}
      </div>
    </section>
  )
}
