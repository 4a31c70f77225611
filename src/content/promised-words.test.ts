import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { claimWords, withClaims } from '#i18n/claim-words.ts'

/** Texts that the specification fixes to the letter, with the claims of a new site. */
function words(name: string, locale: 'en' | 'ja'): string {
  const claims = { clips: 850, updates: 'weekly', resolution: '1080p' } as const
  const text: unknown = parse(readFileSync(new URL(`${name}/${locale}.yaml`, import.meta.url), 'utf8'))
  return JSON.stringify(withClaims(text, claimWords(claims, locale)))
}

test.each([
  'Tester Favorites',
  'You Shape the Tool',
  'Zero-Risk Benefits',
  'Last Chance: {spots}/{total} Spots Left',
  'Secure Free Access Now',
  '850+ Cinematic Clips',
  'weekly updates',
  'AI Motion Effects',
  'Pans, zooms and drone shots',
  '100% Legal Safety',
  'Royalty-free, no attribution',
  'Save 10hrs/$200',
  'YouTube B-roll and intros',
  'Client ads',
  'Travel vlogs',
  '20 editors',
  'Free lifetime access',
  '1080p',
  'no redistribution',
  'No credit card',
  'Feedback is optional',
  'copyright-free archives',
])('the English landing page says “%s”', (promised) => {
  expect(words('landing', 'en')).toContain(promised)
})

test.each([
  '850本以上',
  '20名',
  '10時間',
  '20,000円',
  '1080p',
  '毎週',
  'クレジット表記は不要',
  '再配布は禁止',
  'クレジットカードの登録は不要',
  'フィードバックは任意',
  'パン、ズーム、ドローン',
  'YouTubeのBロールとイントロ',
  '残り{spots}／{total}名',
])('the Japanese landing page says 「%s」', (promised) => {
  expect(words('landing', 'ja')).toContain(promised)
})

test.each([
  ['terms', 'non-exclusive, non-transferable'],
  ['terms', 'No resale and no standalone distribution'],
  ['terms', 'end of the period that you have paid for'],
  ['terms', 'Province of Ontario'],
  ['terms', 'indemnify'],
  ['privacy', 'do not sell'],
  ['privacy', 'delete your account'],
  ['pricing', 'Bring Your Own'],
  ['pricing', 'AI-powered video creation'],
  ['pricing', 'Read more about our licensing'],
])('%s says “%s”', (name, promised) => {
  expect(words(name, 'en')).toContain(promised)
})

test('terms and privacy policy hold since December 1, 2024', () => {
  for (const name of ['terms', 'privacy'])
    for (const locale of ['en', 'ja'] as const)
      expect(words(name, locale)).toContain('"effective":"2024-12-01"')
})
