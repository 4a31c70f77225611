import { expect, test } from 'vitest'
import type { Locale } from '#domain/address/locale-path.ts'
import { htmlMail, textMail } from '#server/mail/render-letter.ts'
import { type AccountLetters, english } from './letters.en.ts'
import { japanese } from './letters.ja.ts'

const site = { name: 'Nagare', url: new URL('https://nagare.example') }
const url = 'https://nagare.example/verify-email#token=abc'
const about = {
  site: site.name,
  url,
  hours: 24,
  at: new Date('2026-11-21T09:05:00.000Z'),
  change: 'codeUsed' as const,
  name: 'Nagare',
}
const kinds = Object.keys(english) as (keyof AccountLetters)[]

test.each(kinds.flatMap((kind) => [[kind, 'en', english] as const, [kind, 'ja', japanese] as const]))(
  '%s in %s says the same as text and as HTML, with its link',
  (kind, locale, letters) => {
    const letter = letters[kind](about)
    const text = textMail(letter, { locale, site })
    const html = htmlMail(letter, { locale, site })
    expect(letter.subject).toContain('Nagare')
    expect(text).toContain(`\n\n${url}\n`)
    expect(html).toContain(`<html lang="${locale}">`)
    expect(html).toContain(`href="${url}"`)
    expect(html).toContain(letter.link.label)
    for (const paragraph of [...letter.before, ...letter.after]) {
      expect(text).toContain(paragraph)
      expect(html).toContain(paragraph)
    }
  },
)

test('the Japanese letters are Japanese throughout, except names', () => {
  for (const kind of kinds) {
    const { subject, before, link, after } = japanese[kind](about)
    for (const text of [subject, ...before, link.label, ...after])
      expect(text.replaceAll('Nagare', '')).not.toMatch(/[A-Za-z]{2,}/)
  }
})

test('the life of a link is written in each language’s way', () => {
  const ofHours = (locale: Locale, hours: number) =>
    (locale === 'en' ? english : japanese).resetPassword({ ...about, hours }).after[0]
  expect(ofHours('en', 1)).toBe('The link works once, within one hour.')
  expect(ofHours('en', 24)).toBe('The link works once, within 24 hours.')
  expect(ofHours('ja', 1)).toBe('リンクの有効期間は1時間で、ご利用は1回限りです。')
})

test('the time of a password change is in the reader’s zone', () => {
  expect(english.passwordChanged(about).before[0]).toContain('November 21, 2026 at 9:05 AM UTC')
  expect(japanese.passwordChanged(about).before[0]).toContain('2026年11月21日 18:05（日本時間）')
})

test('a site’s name cannot bring markup into a letter', () => {
  const letter = english.verifyEmail({ ...about, site: 'Film & <Co>' })
  const html = htmlMail(letter, { locale: 'en', site: { ...site, name: 'Film & <Co>' } })
  expect(html).not.toContain('<Co>')
  expect(html).toContain('Film &amp; &lt;Co&gt;')
})

test('a letter loads nothing from anywhere', () => {
  const html = htmlMail(english.verifyEmail(about), { locale: 'en', site })
  expect(html).not.toMatch(/<(?:img|link|script|iframe|style)|url\(|@import/i)
})
