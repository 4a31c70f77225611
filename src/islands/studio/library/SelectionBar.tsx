import { isPaid, mayDeleteForGood } from '#domain/membership/membership.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { editorsDelete } from '#stores/studio/studio-settings.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { useAuth } from '../../auth/use-auth.ts'

interface SelectionBarProps {
  count: number
  /** Whether the list is that of the trash. */
  inTrash: boolean
  /** Total number as text; undefined when all are selected. */
  all: string | undefined
  onAll: () => void
  onClear: () => void
  onOperation: (kind: BulkChange['kind']) => void
  onExport: () => void
  onAddToSet: () => void
}

const FIRST = ['publish', 'hide', 'keywords', 'category'] as const
const MORE = ['license_type', 'license', 'creator', 'ai', 'schedule', 'trash'] as const

/** Actions for the selected clips. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, inTrash, all, onAll, onClear, onOperation, onExport, onAddToSet } = props
  const t = libraryTexts(pageLocale())
  const auth = useAuth()
  const last = mayDeleteForGood(auth, editorsDelete()) ? (['delete'] as const) : []
  const kinds = inTrash ? (['restore', ...last] as const) : [...FIRST, ...MORE]
  return (
    <section className="library-bar floating" aria-label={t.actions} hidden={count === 0}>
      <p role="status">{count > 0 && t.selected(count)}</p>
      <div className="library-bar-actions">
        {all !== undefined && <LinkButton onClick={onAll}>{t.selectAll(all)}</LinkButton>}
        <LinkButton onClick={onClear}>{t.clear}</LinkButton>
        <LinkButton onClick={onExport}>{t.exportSheet}</LinkButton>
        {isPaid(auth) && !inTrash && <LinkButton onClick={onAddToSet}>{t.toSet.open}</LinkButton>}
      </div>
      <div className="library-bar-actions library-operations">
        {kinds.map((kind) => (
          <button
            type="button"
            key={kind}
            className={kind === 'delete' || kind === 'trash' ? 'pill-button library-danger' : 'pill-button'}
            onClick={() => onOperation(kind)}
          >
            {t.operations[kind]}
          </button>
        ))}
      </div>
    </section>
  )
}
