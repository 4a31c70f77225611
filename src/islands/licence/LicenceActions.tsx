import { useState } from 'react'
import type { Licence } from '#contract/downloads.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { saveLicencePdf } from './licence-pdf.ts'

const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'ja', name: '日本語' },
]

export interface LicenceActionsProps {
  licence: Licence
  language: Locale
  onLanguage: (language: Locale) => void
  site: { name: string }
}

export function LicenceActions({ licence, language, onLanguage, site }: LicenceActionsProps) {
  const t = memberTexts(pageLocale()).licence
  const [busy, setBusy] = useState(false)

  async function download() {
    if (busy) return
    setBusy(true)
    try {
      const name = `${site.name.toLowerCase()}_licence_${licence.id}_${language}.pdf`
      await saveLicencePdf(licence.id, language, name)
    } catch (error) {
      console.warn('The certificate could not be saved', error)
      showToast({ kind: 'error', text: t.downloadFailed })
    }
    setBusy(false)
  }

  return (
    <div className="licence-actions">
      <fieldset className="languages">
        <legend className="visually-hidden">{t.language}</legend>
        {LANGUAGES.map(({ locale, name }) => (
          <label key={locale} lang={locale}>
            <input
              type="radio"
              name="language"
              className="visually-hidden"
              checked={language === locale}
              onChange={() => onLanguage(locale)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <button type="button" className="button" aria-disabled={busy} onClick={download}>
        {busy ? t.downloading : t.download}
      </button>
      <button type="button" className="button button-quiet" onClick={() => print()}>
        {t.print}
      </button>
      <a className="button button-quiet" href={localizedLink(`/verify/${licence.id}`)}>
        {t.verify}
      </a>
    </div>
  )
}
