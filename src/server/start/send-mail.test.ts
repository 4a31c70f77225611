import { expect, test } from 'vitest'
import { htmlMail, textMail } from '#server/mail/render-letter.ts'
import { PROMOTION_ENDS_SOON } from '#server/sets/mail/write-promotion-mail.ts'
import { TESTER_WELCOME } from '#server/testers/write-tester-mail.ts'

const site = { name: 'Nagare', url: new URL('https://nagare.example') }
const urls = { url: 'https://nagare.example/ja', contact: 'https://nagare.example/ja/contact' }
const promotion = {
  name: '京都',
  ends: new Date('2026-11-21T20:00:00Z'),
  page: 'https://nagare.example/promo/x',
}

const welcome = TESTER_WELCOME.ja({ site: site.name, ...urls })
const ending = PROMOTION_ENDS_SOON.ja({ site: site.name, ...urls, ...promotion, views: 1234, downloads: 5 })

test.each([welcome, ending])('$subject is Japanese throughout, as text and as HTML', (letter) => {
  const { subject, before, link, after } = letter
  const said = [subject, ...before, link.label, ...after].join(' ').replaceAll(/https:\S+|Nagare/g, '')
  expect(said).not.toMatch(/[A-Za-z]{2,}/)
  for (const paragraph of [...before, ...after]) {
    expect(textMail(letter, { locale: 'ja', site })).toContain(paragraph)
    expect(htmlMail(letter, { locale: 'ja', site })).toContain(paragraph)
  }
})

test('the end of a promotion is in the reader’s zone', () => {
  expect(ending.before[0]).toContain('「京都」は2026年11月22日 5:00（日本時間）に終了します')
  expect(ending.before[0]).toContain('1,234回')
})
