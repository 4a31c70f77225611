import type { Locale } from '#domain/address/locale-path.ts'
import type { Claims } from '#domain/clips/claims.ts'

/** Names in braces that stand for claims; every text may hold them. */
const NAMES = ['claimedClips', 'updates', 'period', 'resolution'] as const
export type ClaimWords = Record<(typeof NAMES)[number], string>

const CLAIM = new RegExp(`\\{(${NAMES.join('|')})\\}`, 'g')
const ENGLISH = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' }
const JAPANESE = { daily: '毎日', weekly: '毎週', monthly: '毎月', yearly: '毎年' }

/** Claims in a language: “weekly” updates, every “week”; 毎週 for both. */
export function claimWords({ clips, updates, resolution }: Claims, locale: Locale): ClaimWords {
  const often = locale === 'ja' ? JAPANESE[updates] : updates
  const period = locale === 'ja' ? JAPANESE[updates] : ENGLISH[updates]
  return { claimedClips: clips.toLocaleString(locale), updates: often, period, resolution }
}

/** Puts the claims into every text of a tree. */
export function withClaims<Words>(words: Words, claims: ClaimWords): Words {
  if (typeof words === 'string')
    return words.replace(CLAIM, (_, name: keyof ClaimWords) => claims[name]) as Words
  if (Array.isArray(words)) return words.map((inner) => withClaims(inner, claims)) as Words
  if (typeof words !== 'object' || words === null) return words
  const entries = Object.entries(words).map(([key, inner]) => [key, withClaims(inner, claims)])
  return Object.fromEntries(entries) as Words
}

export function withoutClaims(text: string): string {
  return text.replace(CLAIM, '')
}
