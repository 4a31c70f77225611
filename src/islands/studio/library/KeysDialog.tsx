import { libraryTexts } from '#i18n/studio/library-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { LibraryDialog } from './LibraryDialog.tsx'

/** The library's keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = libraryTexts(pageLocale())
  return (
    <LibraryDialog title={t.keysTitle} onClose={onClose}>
      <dl className="library-keys">
        {t.keyTexts.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="panel-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.dismiss}
        </button>
      </div>
    </LibraryDialog>
  )
}
