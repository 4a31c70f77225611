import { useState } from 'react'
import type { ShopVersion } from '#contract/studio/shop/shop.ts'
import { exportShop } from '#contract/studio/shop/shop-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { saveBlob } from '#stores/download/save-file.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { lateDialog } from '../../account/late-dialog.tsx'
import { LinkButton, QuietButton } from '../../auth/buttons.tsx'
import { loadStyles } from '../../auth/load-styles.ts'
import dialogStyles from '../../auth/sign-in.css?url'
import { ActDialog } from '../ActDialog.tsx'
import { useAction } from '../use-action.ts'

interface VersionsProps {
  bringIn: (file: File) => Promise<void>
  versions: readonly ShopVersion[]
  labels: (paths: readonly string[]) => string
  /** Resolves to why it was refused; undefined when it is done. */
  restore: (number: number) => Promise<string | undefined>
}

/** Published versions, newest first, and the way back to any of them. */
export function Versions({ versions, labels, restore, bringIn }: VersionsProps) {
  const locale = pageLocale()
  const t = shopTexts(locale)
  const [asked, setAsked] = useState<number>()
  const { busy, run } = useAction(t.failed)
  const save = async () => saveBlob(await requestAs(exportShop, undefined), 'shop.zip')
  return (
    <section className="panel">
      <h2>{t.versions}</h2>
      {versions.length === 0 && <p className="panel-note">{t.noVersions}</p>}
      <ol className="stack-3">
        {versions.map(({ number, created, by, changed, restored }, at) => (
          <li key={number} className="shop-version">
            <p>
              <strong>{t.version(number)}</strong> {dateTimeText(locale, created)} {by !== null && t.by(by)}
            </p>
            <p className="panel-note">
              {restored !== null && t.restored(restored)} {changed.length > 0 && t.changed(labels(changed))}
            </p>
            {at === 0 ? (
              <p className="panel-note">{t.current}</p>
            ) : (
              <LinkButton aria-label={t.restoreOf(number)} onClick={() => setAsked(number)}>
                {t.restore}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
      <div className="panel-actions">
        <QuietButton aria-busy={busy} onClick={() => run(save)}>
          {t.exportFile}
        </QuietButton>
        <label className="button button-quiet shop-file">
          {t.importFile}
          <input
            type="file"
            className="visually-hidden"
            accept=".zip,application/zip"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void run(() => bringIn(file))
              target.value = ''
            }}
          />
        </label>
      </div>
      <p className="panel-note">{t.fileNote}</p>
      {asked !== undefined && (
        <LateRestoreDialog number={asked} restore={restore} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

interface RestoreDialogProps {
  number: number
  restore: VersionsProps['restore']
  onClose: () => void
}

function RestoreDialog({ number, restore, onClose }: RestoreDialogProps) {
  const t = shopTexts(pageLocale())
  return (
    <ActDialog
      title={t.restoreTitle(number)}
      texts={{ submit: t.restore, busy: t.saving, cancel: t.cancel }}
      act={async () => {
        const refusal = await restore(number)
        if (refusal === undefined) onClose()
        return refusal
      }}
      onClose={onClose}
    >
      {() => <p>{t.restoreLead}</p>}
    </ActDialog>
  )
}

const LateRestoreDialog = lateDialog(async () => {
  await loadStyles(dialogStyles)
  return RestoreDialog
})
