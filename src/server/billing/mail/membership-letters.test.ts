import { expect, test } from 'vitest'
import { englishMembership, type MembershipLetters } from './membership-letters-en.ts'
import { japaneseMembership } from './membership-letters-ja.ts'

const about = {
  site: 'Nagare',
  url: 'https://nagare.example/account',
  terms: 'https://nagare.example/terms',
  price: { amount: 26_400, currency: 'usd' },
  oldPrice: { amount: 19_900, currency: 'usd' },
  period: 'year' as const,
  trial: false,
  until: new Date('2027-11-21T20:00:00.000Z'),
  stays: false,
}
const kinds = Object.keys(englishMembership) as (keyof MembershipLetters)[]

function textOf(letters: MembershipLetters, kind: keyof MembershipLetters): string {
  const { subject, before, link, after } = letters[kind](about)
  return [subject, ...before, link.label, ...after].join('\n')
}

test('a buyer gets the price, the period, the renewal, and how to cancel', () => {
  const english = textOf(englishMembership, 'membershipBegan')
  expect(english).toContain('The price is US$264 for one year')
  expect(english).toContain('On November 21, 2027 your membership renews by itself')
  expect(english).toContain('cancel at any time on your account page')
  const japanese = textOf(japaneseMembership, 'membershipBegan')
  expect(japanese).toContain('1年分の料金はUS$264です')
  // In Tokyo it is the next day already.
  expect(japanese).toContain('2027年11月22日に自動で更新')
  expect(japanese).toContain('解約はアカウントページからいつでも')
})

test('after a cancellation the mail names the end of access', () => {
  expect(textOf(englishMembership, 'membershipCancelled')).toContain('access until November 21, 2027')
  expect(textOf(japaneseMembership, 'membershipCancelled')).toContain('2027年11月22日まで')
})

test('after a cancellation with another ground the mail names no end of access', () => {
  const wordsOf = (letters: MembershipLetters) =>
    letters.membershipCancelled({ ...about, stays: true }).before.join(' ')
  expect(wordsOf(englishMembership)).toContain('ends on November 21, 2027')
  expect(wordsOf(englishMembership)).not.toMatch(/access until|needs a membership/)
  expect(wordsOf(japaneseMembership)).toContain('2027年11月22日に終わり')
  expect(wordsOf(japaneseMembership)).not.toContain('お申し込みが必要')
})

test('a renewal is announced with its day and its price', () => {
  expect(textOf(englishMembership, 'membershipRenews')).toContain(
    'renews on November 21, 2027: US$264 will be charged',
  )
  expect(textOf(japaneseMembership, 'membershipRenews')).toContain('US$264が請求されます')
})

test.each(kinds)('%s leads to the account in both languages, and is Japanese throughout', (kind) => {
  expect(englishMembership[kind](about).link.url).toBe(about.url)
  expect(japaneseMembership[kind](about).link.url).toBe(about.url)
  const text = textOf(japaneseMembership, kind)
    .replaceAll(about.terms, '')
    .replaceAll(about.site, '')
    .replaceAll('US$', '')
  expect(text).not.toMatch(/[A-Za-z]{2,}/)
})

test('free days: the day and the sum of the first charge, and how to pay nothing', () => {
  const trial = { ...about, trial: true, price: { amount: 39_800, currency: 'jpy' } }
  for (const kind of ['membershipBegan', 'trialEnds'] as const) {
    const english = englishMembership[kind](trial).before.join(' ')
    expect(english).toContain('free until November 21, 2027')
    expect(english).toContain('That day ¥39,800 is charged for the first year')
    expect(english).toContain('you pay nothing')
    const japanese = japaneseMembership[kind](trial).before.join(' ')
    expect(japanese).toMatch(/2027年11月22日(まで|に)/)
    expect(japanese).toContain('¥39,800')
    expect(japanese).toMatch(/お支払いは(なく|ありません)/)
  }
})

test('a new price is told with the old one, its day, and how to leave before', () => {
  const english = textOf(englishMembership, 'priceChanges')
  expect(english).toContain(
    'will cost US$264 for one year from November 21, 2027 on; until then it costs US$199',
  )
  expect(english).toContain('cancel before that day on your account page')
  const japanese = textOf(japaneseMembership, 'priceChanges')
  expect(japanese).toContain('2027年11月22日からUS$264になります。それまでの料金はUS$199です。')
  expect(japanese).toContain('その日より前にアカウントページから解約')
})

test('a price in yen has no hundredths', () => {
  const yen = { ...about, price: { amount: 2_900, currency: 'jpy' } }
  expect(englishMembership.membershipRenews(yen).before[0]).toContain('¥2,900 will')
  expect(japaneseMembership.membershipRenews(yen).before[0]).toContain('¥2,900が')
})
