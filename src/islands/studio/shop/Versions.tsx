import { useState } from 'react'
import type { ShopVersion } from '#contract/studio/shop.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { shopTexts } from '#i18n/studio/shop-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { ActDialog } from '../ActDialog.tsx'

interface VersionsProps {
  versions: readonly ShopVersion[]
  labels: (paths: readonly string[]) => string
  /** Resolves to why it was refused; undefined when it is done. */
  restore: (number: number) => Promise<string | undefined>
}

/** Published versions, newest first, and the way back to any of them. */
export function Versions({ versions, labels, restore }: VersionsProps) {
  const locale = pageLocale()
  const t = shopTexts(locale)
  const [asked, setAsked] = useState<number>()
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
              <button
                type="button"
                className="link-button"
                aria-label={t.restoreOf(number)}
                onClick={() => setAsked(number)}
              >
                {t.restore}
              </button>
            )}
          </li>
        ))}
      </ol>
      {asked !== undefined && (
        <ActDialog
          title={t.restoreTitle(asked)}
          texts={{ submit: t.restore, busy: t.saving, cancel: t.cancel }}
          act={async () => {
            const refusal = await restore(asked)
            if (refusal === undefined) setAsked(undefined)
            return refusal
          }}
          onClose={() => setAsked(undefined)}
        >
          {() => <p>{t.restoreLead}</p>}
        </ActDialog>
      )}
    </section>
  )
}
