import { useEffect, useState } from 'react'
import { licence as licenceEndpoint } from '#contract/download-calls.ts'
import { ApiError } from '#contract/request.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Waiting } from '../account/Waiting.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { Certificate, type CertificateWords } from './Certificate.tsx'
import { LicenceActions } from './LicenceActions.tsx'

export interface LicencePageProps {
  id: string
  site: { name: string; url: string }
  words: Record<Locale, CertificateWords>
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
      <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
        {texts.signIn}
      </button>
    </section>
  )
}

function OwnLicence({ id, site, words }: LicencePageProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).licence
  const [language, setLanguage] = useState(locale)
  const [missing, setMissing] = useState(false)
  const { data, status, reload } = useLoaded(async (signal) => {
    try {
      return await requestAs(licenceEndpoint, { id }, { signal })
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
      <LicenceActions licence={data} language={language} onLanguage={setLanguage} site={site} />
      <Certificate licence={data} language={language} site={site} words={words[language]} nobody={t.nobody} />
    </>
  )
}
