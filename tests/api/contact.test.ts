import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '#server/mail/mailer.ts'
import { messageOf } from '#server/mail/mailer.ts'
import { mailbox, sendQueued } from '../support/mail/mails.ts'
import { startTestServer, type TestServer } from '../support/shop/server.ts'

let server: TestServer
let mails: Mail[]

beforeAll(async () => {
  server = await startTestServer({ env: { CONTACT_EMAIL: 'hello@nagare.example', TRUST_PROXY: 'on' } })
})
afterAll(() => server.close())
let address = ''
let addresses = 0
beforeEach(() => {
  address = `10.1.0.${++addresses}`
})

const message = {
  name: 'Mio Sato',
  email: 'mio@example.com',
  topic: 'report',
  clip: 12,
  message: 'That is my photo.\nPlease look.\n\nMio',
  locale: 'en',
}

async function post(body: object, headers: Record<string, string> = {}) {
  const options = { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(server.at('/api/contact'), {
    ...options,
    headers: { 'x-forwarded-for': address, ...headers },
  })
  const box = mailbox()
  await sendQueued({ ...server.deps, mailer: box.mailer })
  mails = box.mails
  return answer
}

/** The raw message. */
async function sent(mail: Mail): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const from = { name: 'Nagare', address: 'no-reply@nagare.example' }
  return String((await transport.sendMail(messageOf({ from }, mail))).message)
}

const headersOf = (text: string) => text.slice(0, text.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')

test('a message is mailed to the operator, and a reply goes to its writer', async () => {
  expect((await post(message)).status).toBe(204)
  const [mail] = mails as [Mail]
  expect(mail).toMatchObject({
    to: 'hello@nagare.example',
    replyTo: { name: 'Mio Sato', address: 'mio@example.com' },
    subject: '[Nagare] Report of a clip, clip 12',
    locale: 'en',
  })
  expect(mail.text).toContain('That is my photo.\nPlease look.\n\nMio\n\n')
  expect(mail.text).toContain('About clip 12: http://nagare.example/m/12')
  expect(mail.html).toContain('href="mailto:mio@example.com"')
  expect(headersOf(await sent(mail))).toMatch(/^Reply-To: Mio Sato <mio@example\.com>$/m)
})

test('a message from a Japanese page is a Japanese mail', async () => {
  const { locale: _, clip, ...rest } = message
  await post({ ...rest, topic: 'question' }, { 'accept-language': 'ja' })
  expect(mails[0]).toMatchObject({ subject: '【Nagare】ご質問', locale: 'ja' })
  await post({ ...rest, clip, locale: 'ja' })
  expect(mails[0]!.text).toContain('映像 12：http://nagare.example/ja/m/12')
})

test.each([
  { name: 'Eve\r\nBcc: victim@example.com' },
  { email: 'eve@example.com\r\nBcc: victim@example.com' },
  { email: 'eve@example.com, victim@example.com' },
  { email: 'Eve <victim@example.com>' },
  { email: 'nobody' },
  { name: 'E' },
  { topic: 'spam\r\nBcc: victim@example.com' },
  { clip: -1 },
  { clip: '12' },
  { message: '' },
  { message: '  \n ' },
  { message: 'a\u0000b' },
  { message: 'a\u202Eb' },
  { message: 'あ'.repeat(5001) },
  { locale: 'fr' },
])('%j is refused, and nothing is mailed', async (change) => {
  const answer = await post({ ...message, ...change })
  expect([answer.status, (await answer.json()).status]).toEqual([400, 'BAD_REQUEST'])
  expect(mails).toEqual([])
})

test.each([
  ['Mio" <victim@example.com>, "Sato', 'mio@example.com'],
  ['Mio, Sato; Bcc: victim@example.com', 'mio@example.com'],
  ['みお 佐藤', 'mio@example.com'],
  ['=?utf-8?Q?Bcc=3A?= Mio', 'mio@example.com'],
  ['Mio Sato', 'a,b@example.com'],
  ['Mio Sato', '"a"b@example.com'],
])('%s, %s stays one sender, and adds no header', async (name, email) => {
  expect((await post({ ...message, name, email })).status).toBe(204)
  const plain = headersOf(await sent({ ...mails[0]!, replyTo: { name: 'Mio', address: 'mio@example.com' } }))
  const headers = headersOf(await sent(mails[0]!))
  const namesOf = (text: string) => text.split('\n').map((line) => line.split(':', 1)[0])
  expect(namesOf(headers)).toEqual(namesOf(plain))
  const replyTo = /^Reply-To: (.*)$/m.exec(headers)![1]!
  // Outside quotes there is neither a second address nor a list.
  expect(replyTo.replaceAll(/"(?:\\.|[^"\\])*"/g, '""')).toMatch(/^[^,;:<>]*<[^,;:<>\s]+>$/)
})

test('the message cannot bring markup into the mail', async () => {
  await post({ ...message, message: '<img src=x onerror=alert(1)>' })
  expect(mails[0]!.html).not.toContain('<img')
  expect(mails[0]!.html).toContain('&lt;img src=x')
})

test('after twenty messages in an hour an IP is told how long to wait', async () => {
  for (let n = 0; n < 20; n++) await server.deps.rateLimits.contactMessages.take(address)
  const answer = await post(message)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(mails).toEqual([])
})

test.each(['', '/ja'])(
  'without an outside form, orders on %s/pricing lead to the site’s own, and are counted',
  async (prefix) => {
    const page = await (await fetch(server.at(`${prefix}/pricing`))).text()
    const [link = ''] = page.match(/<a[^>]*GETINTOUCH_CLICK[^>]*>/) ?? []
    expect(link).toContain(`href="${prefix}/contact"`)
    expect(page).not.toContain('mailto:')
  },
)

test.each([
  ['/', '/contact'],
  ['/ja', '/ja/contact'],
  ['/promo-signup', '/contact#feedback'],
  ['/promo-signup-jp', '/ja/contact#feedback'],
  ['/terms', '/contact'],
  ['/ja/privacy', '/ja/contact'],
])('%s leads to %s', async (path, href) => {
  expect(await (await fetch(server.at(path))).text()).toContain(`href="${href}"`)
})
