import { LOCALES } from '#domain/address/locale-path.ts'
import type { Site } from '#server/config/config.ts'

/** Long enough for caches, and short of the year that RFC 9116 advises at most. */
const LIFETIME_DAYS = 180

/** The site's `security.txt` (RFC 9116): where to report a vulnerability. */
export function securityText({ url, contact, securityContact }: Site, now: Date): string {
  const expires = new Date(now)
  expires.setUTCDate(expires.getUTCDate() + LIFETIME_DAYS)
  return [
    `Contact: ${securityContact ?? `mailto:${contact.email}`}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', url)}`,
    '',
  ].join('\n')
}
