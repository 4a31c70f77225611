import { expect, test } from 'vitest'
import { greeted, htmlMail, textMail } from './render-letter.ts'

const letter = {
  subject: 'News',
  before: ['It rains.'],
  link: { label: 'Look', url: 'https://a.example/x' },
  after: [],
}
const frameOf = (greeting: string, signature: string) => ({
  locale: 'ja' as const,
  site: {
    name: 'Nagare',
    url: new URL('https://a.example'),
    shop: { mails: { greeting: { en: 'Hello', ja: greeting }, signature: { en: 'Bye', ja: signature } } },
  },
})

test('a mail begins and ends as the shop wishes, and as it comes without that', () => {
  const own = frameOf('こんにちは。', '星の店 <一同>')
  expect(textMail(greeted(letter, own), own)).toBe(
    'こんにちは。\n\nIt rains.\n\nhttps://a.example/x\n\n-- \n星の店 <一同>\nhttps://a.example/ja\n',
  )
  expect(htmlMail(greeted(letter, own), own)).toContain('星の店 &lt;一同&gt;<br>')
  const ours = frameOf('', '')
  expect(textMail(greeted(letter, ours), ours)).toBe(
    textMail(letter, { ...ours, site: { ...ours.site, shop: undefined as never } }),
  )
  expect(textMail(letter, ours)).toContain('-- \nNagare\n')
})
