import { dateText } from '../dates/date-text.ts'
import type { LicenceGrounds, LicenseType } from './license.ts'

export interface StatedLicence extends LicenceGrounds {
  id: string
  clip_title: string
  clip_title_ja: string
  license_type: LicenseType
  /** Whether the clip was made with AI; null if unknown. */
  ai: boolean | null
  digital_source_type: string | null
  /** `YYYY-MM-DD` */
  terms_version: string
  via_name: string
  /** ISO 8601 */
  created: string
}

/** Labels and formats of one language. */
export interface CertificateFactWords {
  labels: Record<
    'clip' | 'date' | 'plan' | 'kind' | 'terms' | 'number' | 'promotion' | 'collection' | 'origin',
    string
  >
  plans: Record<LicenceGrounds['plan'], string>
  kinds: Record<LicenseType, string>
  origins: Record<'ai' | 'noAi', string>
  /** With `{date}`. */
  inForce: string
}

export interface CertificateFact {
  label: string
  value: string
}

/** The facts on a certificate, in reading order, without the licensee; shared by PDF and page. */
export function certificateFacts(
  licence: StatedLicence,
  { labels, plans, kinds, origins, inForce }: CertificateFactWords,
  locale: 'en' | 'ja',
): CertificateFact[] {
  const terms = dateText(locale, `${licence.terms_version}T00:00:00Z`, ZONE)
  const facts = [
    { label: labels.clip, value: (locale === 'ja' && licence.clip_title_ja) || licence.clip_title },
    { label: labels.date, value: dateText(locale, licence.created, ZONE) },
    { label: labels.kind, value: kinds[licence.license_type] },
    { label: labels.plan, value: plans[licence.plan] },
    { label: labels.terms, value: inForce.replace('{date}', terms) },
    { label: labels.number, value: grouped(licence.id) },
  ]
  if (licence.via !== 'clip') facts.push({ label: labels[licence.via], value: licence.via_name })
  if (licence.ai !== null) facts.push({ label: labels.origin, value: originText(licence, origins) })
  return facts
}

/** With IPTC's name, which is the same in every language. */
function originText(
  { ai, digital_source_type: type }: StatedLicence,
  { ai: made, noAi }: CertificateFactWords['origins'],
) {
  return [ai ? made : noAi, type && `(IPTC ${type})`].filter(Boolean).join(' ')
}

/** A certificate shows the same date everywhere. */
const ZONE = 'UTC'

/** In groups of five, for comparing by eye. */
function grouped(id: string): string {
  return id.match(/.{1,5}/g)?.join(' ') ?? id
}
