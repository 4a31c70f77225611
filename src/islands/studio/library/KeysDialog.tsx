import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { QuietButton } from '../../auth/buttons.tsx'

/** The library's keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = libraryTexts(pageLocale())
  return (
    <AccountDialog className="library-dialog" title={t.keysTitle} onClose={onClose}>
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
        <QuietButton onClick={onClose}>{t.dismiss}</QuietButton>
      </div>
    </AccountDialog>
  )
}
