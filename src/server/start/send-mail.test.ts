import { expect, test } from 'vitest'
import { htmlMail, textMail } from '#server/mail/render-letter.ts'
import { PROMOTION_ENDS_SOON } from '#server/sets/mail/promotion-letters.ts'
import { TESTER_WELCOME } from '#server/testers/mail/tester-letters.ts'

const site = { name: 'Nagare', url: new URL('https://nagare.example') }
const urls = { url: 'https://nagare.example/ja', contact: 'https://nagare.example/ja/contact' }
const promotion = {
  name: '京都',
  ends: new Date('2026-11-21T20:00:00Z'),
  page: 'https://nagare.example/promo/x',
}

const welcome = TESTER_WELCOME.ja({ site: site.name, ...urls })
const ending = PROMOTION_ENDS_SOON.ja({ site: site.name, ...urls, ...promotion, views: 1234, downloads: 5 })

<<<<<<< HEAD
test.each([welcome, ending])('$subject is Japanese throughout, as text and as HTML', (letter) => {
  const { subject, before, link, after } = letter
  const said = [subject, ...before, link.label, ...after].join(' ').replaceAll(/https:\S+|Nagare/g, '')
  expect(said).not.toMatch(/[A-Za-z]{2,}/)
  for (const paragraph of [...before, ...after]) {
    expect(textMail(letter, { locale: 'ja', site })).toContain(paragraph)
    expect(htmlMail(letter, { locale: 'ja', site })).toContain(paragraph)
=======
/** How each mail is ordered; one that is missing does not compile. */
const ORDERS: { [Kind in MailOrder['mail']]: (reader: Reader) => Omit<MailOrder & { mail: Kind }, 'mail'> } =
  {
    verifyEmail: ({ id }) => ({ userId: id }),
    emailChanged: ({ id, email }) => ({ userId: id, to: email, at: '2026-11-22T00:00:00.000Z' }),
    resetPassword: ({ email }) => ({ email }),
    passwordChanged: ({ id }) => ({ userId: id, at: '2026-11-22T00:00:00.000Z' }),
    membershipBegan: ({ id, subscription }) => ({ userId: id, subscription }),
    planChanged: ({ id, subscription }) => ({ userId: id, subscription }),
    membershipCancelled: ({ id, subscription }) => ({ userId: id, subscription }),
    membershipRenews: ({ id, subscription }) => ({ userId: id, subscription }),
>>>>>>> c37c468 (Keep the name that a company gave for its invoices when a member's name changes)
  }
})

test('the end of a promotion is told in the time of the reader’s zone', () => {
  expect(ending.before[0]).toContain('「京都」は2026年11月22日 5:00（日本時間）に終了します')
  expect(ending.before[0]).toContain('1,234回')
})
