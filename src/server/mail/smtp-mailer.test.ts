import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../../../tests/support/mail/mail-server.ts'
import type { Mail, MailNotTaken } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const from = { name: '流れ', address: 'no-reply@nagare.example' }
const mail: Mail = {
  sender: 'Nagare',
  to: 'aoi@example.com',
  subject: '【Nagare】パスワード再設定のご案内',
  text: 'https://nagare.example/reset-password#token=abc_DEF-123\n\n下記のリンクを開いてください。\n',
  html: '<p>下記のリンクを開いてください。</p>\n',
  locale: 'ja',
  id: 'mail-7',
}
const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((server) => server.close())))

async function server(options: Parameters<typeof startMailServer>[0] = {}) {
  const started = await startMailServer(options)
  opened.push(started)
  return started
}

function mailerTo(port: number, more: { user?: string; password?: string; host?: string } = {}) {
  return smtpMailer({ from, smtp: { host: '127.0.0.1', port, secure: false, ...more } })
}

async function refusal(sending: Promise<void>): Promise<MailNotTaken> {
  const error = await sending.then(
    () => undefined,
    (error) => error,
  )
  expect(error).toMatchObject({ name: 'MailNotTaken' })
  return error
}

/** A server that answers RCPT with these words. */
const saying = (responseCode: number, message: string) =>
  server({ onRcptTo: (_, __, done) => done(Object.assign(new Error(message), { responseCode })) })

test('a mail arrives with both its parts, its letters and its language', async () => {
  const { port, mails } = await server()
  await mailerTo(port).send(mail)
  expect(mails).toEqual([
    expect.objectContaining({
      from: 'no-reply@nagare.example',
      to: ['aoi@example.com'],
      subject: mail.subject,
      text: expect.stringContaining(mail.text.trim()),
      html: expect.stringContaining(mail.html.trim()),
    }),
  ])
  expect(mails[0]?.headers).toMatchObject({
    'message-id': '<mail-7@nagare.example>',
    'content-language': 'ja',
    'auto-submitted': 'auto-generated',
    to: 'aoi@example.com',
  })
})

test.each([
  'aoi@example.com,mallory@example.org',
  '"aoi@example.com"mallory@example.org',
  'aoi,mallory@example.org',
])('an address that looks like several goes to one at most: %s', async (to) => {
  const { port, mails } = await server()
  await mailerTo(port)
    .send({ ...mail, to })
    .catch(() => {})
  for (const each of mails) expect(each.to).toHaveLength(1)
  expect(mails.flatMap((each) => each.to)).not.toContain('aoi@example.com')
  expect(mails.flatMap((each) => each.to)).not.toContain('mallory@example.org')
})

test('it signs in with its credentials', async () => {
  const { port, mails } = await server({
    onAuth: ({ username, password }, _, done) =>
      password === 'p:w' ? done(null, { user: username }) : done(new Error('Invalid username or password')),
  })
  await mailerTo(port, { user: 'post', password: 'p:w' }).send(mail)
  expect(mails[0]?.user).toBe('post')
  const { message, forGood } = await refusal(mailerTo(port, { user: 'post', password: 'HUSH' }).send(mail))
  expect(message).toBe('mail not accepted: EAUTH AUTH 535')
  expect(forGood).toBe(false)
})

test('credentials are not sent unencrypted to another machine', async () => {
  let tried = false
  const { port } = await server({
    onAuth: (_, __, done) => {
      tried = true
      done(null, { user: 'post' })
    },
  })
  // Any name but loopback counts as another machine.
  await refusal(mailerTo(port, { host: '0.0.0.0', user: 'post', password: 'p:w' }).send(mail))
  expect(tried).toBe(false)
})

test('an unknown address fails for good, without naming it', async () => {
  const { port } = await saying(550, '5.1.1 <aoi@example.com> does not exist')
  const { message, forGood } = await refusal(mailerTo(port).send(mail))
  expect(forGood).toBe(true)
  expect(message).not.toContain('aoi')
})

test('a connection broken before the last reply leaves the outcome open', async () => {
  const breaking = createServer((socket) => {
    let reading = false
    socket.write('220 breaking\r\n')
    socket.on('data', (said) => {
      if (reading) return void socket.destroy()
      reading = String(said).startsWith('DATA')
      socket.write(reading ? '354 go on\r\n' : '250 yes\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(breaking, 'listening')
  const { port } = breaking.address() as AddressInfo
  expect(await refusal(mailerTo(port).send(mail))).toMatchObject({ forGood: false, maybeTaken: true })
  breaking.close()
})

test.each([
  [451, '4.7.1 Greylisted, try again later'],
  [452, '4.2.2 Mailbox full'],
  [550, '5.7.1 Relaying denied'],
])('%i %s may be taken later', async (code, words) => {
  const { port } = await saying(code, words)
  expect(await refusal(mailerTo(port).send(mail))).toMatchObject({ forGood: false, maybeTaken: false })
})

test('a server that is down is retried', async () => {
  const { port, close } = await startMailServer()
  await close()
  const { message, forGood, maybeTaken } = await refusal(mailerTo(port).send(mail))
  expect(message).toContain('ECONNREFUSED')
  expect({ forGood, maybeTaken }).toEqual({ forGood: false, maybeTaken: false })
})

test('waiting for a silent server can be aborted', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const from = performance.now()
  const { port } = silent.address() as AddressInfo
  await refusal(mailerTo(port).send(mail, AbortSignal.timeout(100)))
  expect(performance.now() - from).toBeLessThan(2_000)
  silent.close()
})
