import type { ReactNode } from 'react'
import type { Licence } from '#contract/clips/downloads.ts'
import type { CertificateFactWords } from '#domain/clips/certificate-facts.ts'
import { licenceRestsOn } from '#domain/clips/license.ts'
import { dateText } from '#domain/dates/date-text.ts'
import type { Locale } from '#i18n/strings.ts'
import { localizedLink } from '#stores/page-locale.ts'

interface Points {
  title: string
  points: readonly string[]
}

/** Texts of a certificate, shared with the PDF, the pricing page and the terms. */
export interface CertificateWords extends CertificateFactWords {
  title: string
  statement: string
  lasting: Points
  summary: { may: Points; mayNot: Points; after: Points }
  /** The rights as of today. */
  now: { running: string; ended: string; lasting: string; editorial: string }
}

export interface CertificateProps {
  licence: Licence
  language: Locale
  site: { name: string; url: string }
  words: CertificateWords
  /** If the account was deleted. */
  nobody: string
}

/** The certificate on screen and in print, in its own language. */
export function Certificate({ licence, language, site, words, nobody }: CertificateProps) {
  const { labels, summary, lasting } = words
  const day = (date: string) => dateText(language, date, 'UTC')
  const title = (language === 'ja' && licence.clip_title_ja) || licence.clip_title
  const verifyUrl = new URL(`/verify/${licence.id}`, site.url).href
  const fromPromotion = licenceRestsOn(licence) === 'promotion'
  return (
    <article className="certificate" lang={language}>
      <header>
        <p className="certificate-site">{site.name}</p>
        <h2>{words.title}</h2>
        <p>{words.statement}</p>
        <p className="certificate-licensee">{licence.licensee_name || nobody}</p>
      </header>
      <div className="certificate-clip">
        {licence.thumbnail_url && <img src={licence.thumbnail_url} alt="" width="320" height="180" />}
        <dl className="facts-list">
          <Fact name={labels.clip}>
            {licence.clip_available ? <a href={localizedLink(`/m/${licence.clip_id}`)}>{title}</a> : title}
            <br />
            <small>{licence.file_name}</small>
          </Fact>
          <Fact name={labels.date}>
            <time dateTime={licence.created}>{day(licence.created)}</time>
          </Fact>
          <Fact name={labels.plan}>{words.plans[licence.plan]}</Fact>
          {licence.via !== 'clip' && <Fact name={labels[licence.via]}>{licence.via_name}</Fact>}
          <Fact name={labels.kind}>{words.kinds[licence.license_type]}</Fact>
          <Fact name={labels.terms}>
            <a href={localizedLink(`/terms/${licence.terms_version}`)}>
              {words.inForce.replace('{date}', day(licence.terms_version))}
            </a>
          </Fact>
          <Fact name={labels.number}>
            <code>{licence.id}</code>
            <br />
            <a className="certificate-proof" href={localizedLink(`/verify/${licence.id}`)}>
              {verifyUrl}
            </a>
          </Fact>
        </dl>
      </div>
      <div className="certificate-now">
        <p>{wordsNow(licence, words)}</p>
        {licence.license_type === 'editorial' && <p>{words.now.editorial}</p>}
      </div>
      <div className="certificate-rules">
        <Rules {...summary.may} />
        <Rules {...summary.mayNot} />
        <Rules {...(fromPromotion ? lasting : summary.after)} />
      </div>
    </article>
  )
}

function wordsNow(licence: Licence, { now }: CertificateWords): string {
  if (licenceRestsOn(licence) === 'promotion') return now.lasting
  return licence.membership_live ? now.running : now.ended
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Rules({ title, points }: Points) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
