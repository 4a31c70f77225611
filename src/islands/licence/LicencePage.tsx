import { useEffect, useState } from 'react'
import { licencePdf, licence as ownLicence } from '#contract/clips/download-calls.ts'
import type { Licence } from '#contract/clips/downloads.ts'
import { ApiError } from '#contract/request.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { saveBlob } from '#stores/download/save-file.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Waiting } from '../account/Waiting.tsx'
import { Button, QuietButton } from '../auth/buttons.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { Certificate, type CertificateWords } from './Certificate.tsx'

const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'ja', name: '日本語' },
]
/** Drawing the certificate may wait for others. */
const PDF_TIMEOUT_MS = 30_000

export interface LicencePageProps {
  id: string
  site: { name: string; url: string }
  words: Record<Locale, CertificateWords>
  /** What the shop's own versions of the licence say, by day. */
  versions: Record<string, Record<Locale, CertificateWords['summary']>>
}

/** A licence for its holder. Others are asked to sign in, or told that it is not theirs. */
export function LicencePage(props: LicencePageProps) {
  const auth = useAuth()
  return auth ? <OwnLicence key={auth.id} {...props} /> : <SignedOut />
}

function SignedOut() {
  const texts = memberTexts(pageLocale())
  const t = texts.licence
  return (
    <section className="member-notice">
      <h2>{t.signedOutTitle}</h2>
      <p>{t.signedOut}</p>
      <Button data-sign-in="login" aria-haspopup="dialog">
        {texts.signIn}
      </Button>
    </section>
  )
}

function OwnLicence({ id, site, words, versions }: LicencePageProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).licence
  const [language, setLanguage] = useState(locale)
  const [missing, setMissing] = useState(false)
  const { data, status, reload } = useLoaded(async (signal) => {
    try {
      return await requestAs(ownLicence, { id }, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setMissing(true)
      throw error
    }
  })

  useEffect(() => {
    if (data) document.title = `${t.pageTitle}: ${data.clip_title} | ${site.name}`
  }, [data, t.pageTitle, site.name])

  if (missing)
    return (
      <section className="member-notice">
        <h2>{t.notFoundTitle}</h2>
        <p>{t.notFound}</p>
        <a className="button" href={localizedLink('/account')}>
          {t.account}
        </a>
      </section>
    )
  if (!data) return <Waiting failed={status === 'failed'} reload={reload} />
  return (
    <>
      <LicenceActions licence={data} language={language} onLanguage={setLanguage} siteName={site.name} />
      <Certificate
        licence={data}
        language={language}
        site={site}
        words={{
          ...words[language],
          summary: versions[data.terms_version]?.[language] ?? words[language].summary,
        }}
        nobody={t.nobody}
      />
    </>
  )
}

interface LicenceActionsProps {
  licence: Licence
  language: Locale
  onLanguage: (language: Locale) => void
  siteName: string
}

function LicenceActions({ licence: { id }, language, onLanguage, siteName }: LicenceActionsProps) {
  const t = memberTexts(pageLocale()).licence
  const [busy, setBusy] = useState(false)

  async function download() {
    if (busy) return
    setBusy(true)
    try {
      const pdf = await requestAs(licencePdf, { id, locale: language }, { timeoutMs: PDF_TIMEOUT_MS })
      await saveBlob(pdf, `${siteName.toLowerCase()}_licence_${id}_${language}.pdf`)
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
      <Button aria-disabled={busy} onClick={download}>
        {busy ? t.downloading : t.download}
      </Button>
      <QuietButton onClick={() => print()}>{t.print}</QuietButton>
      <a className="button button-quiet" href={localizedLink(`/verify/${id}`)}>
        {t.verify}
      </a>
    </div>
  )
}
