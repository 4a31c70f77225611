import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CurrentUser, SessionList, SignedIn } from '#contract/accounts/accounts.ts'
import { sendMailJob } from '#server/start/send-mail.ts'
import { type Asked, askServer } from '../../support/http/ask.ts'
import { type MailServer, startMailServer } from '../../support/mail/mail-server.ts'
import { tokenIn } from '../../support/mail/mails.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let mails: MailServer
let server: TestServer

beforeAll(async () => {
  mails = await startMailServer()
  const env = { TRUST_PROXY: 'on', SMTP_URL: `smtp://127.0.0.1:${mails.port}` }
  server = await startTestServer({ env, jobs: [sendMailJob] })
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const secrets: string[] = []

const ask = (method: string, path: string, asked?: Asked) => askServer(server, method, path, asked)

async function mailTo(email: string, number = 0) {
  // These tests wait for each mail, not for the next poll of the queue.
  server.deps.events.emit('jobQueued')
  const found = () => mails.mails.filter(({ to }) => to.includes(email))
  await vi.waitFor(() => expect(found().length).toBeGreaterThan(number), { timeout: 10_000 })
  return found()[number]!
}

async function someone(): Promise<{ email: string; password: string; signedIn: SignedIn; headers: object }> {
  const email = `${randomUUID()}@example.com`
  const password = `HUSH-${randomUUID()}`
  const answer = await ask('POST', '/api/users', { body: { name: 'Aoi', email, password, locale: 'ja' } })
  const signedIn = SignedIn.parse(await answer.json())
  secrets.push(password, signedIn.access_token, signedIn.refresh_token)
  return { email, password, signedIn, headers: { authorization: `Bearer ${signedIn.access_token}` } }
}

test('a new member gets a mail and confirms the address once', async () => {
  const { email, headers } = await someone()
  const mail = await mailTo(email)
  expect(mail).toMatchObject({ subject: '【Nagare】メールアドレスのご確認', from: 'no-reply@nagare.example' })
  expect(mail.text).toContain('http://nagare.example/ja/verify-email#token=')
  expect(mail.html).toContain('http://nagare.example/ja/verify-email#token=')
  const token = tokenIn(mail)
  secrets.push(token)
  const answer = await ask('PUT', '/api/users/verification', { body: { token } })
  expect(answer.status).toBe(204)
  const user = CurrentUser.parse(await (await ask('GET', '/api/user', { headers })).json())
  expect(user.email_verified).toBe(true)
  const again = await ask('PUT', '/api/users/verification', { body: { token } })
  expect(again.status).toBe(400)
  expect(await again.json()).toMatchObject({ status: 'MAIL_TOKEN_INVALID' })
})

test('the mail is sent again on request, three times an hour', async () => {
  const { email, headers } = await someone()
  await mailTo(email)
  for (let time = 1; time <= 3; time++) {
    expect((await ask('POST', '/api/user/verification', { headers })).status).toBe(204)
    await mailTo(email, time)
  }
  const refused = await ask('POST', '/api/user/verification', { headers })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
})

test('a forgotten password is reset by mail, and every device is signed out', async () => {
  const { email, headers } = await someone()
  await mailTo(email)
  const asked = await ask('POST', '/api/users/forgotten-password', { body: { email } })
  expect(asked.status).toBe(204)
  const mail = await mailTo(email, 1)
  expect(mail.subject).toBe('【Nagare】パスワード再設定のご案内')
  const token = tokenIn(mail)
  const password = `HUSH-${randomUUID()}`
  secrets.push(token, password)
  expect((await ask('PUT', '/api/users/forgotten-password', { body: { token, password } })).status).toBe(204)
  expect((await ask('GET', '/api/user', { headers })).status).toBe(401)
  expect((await mailTo(email, 2)).subject).toBe('【Nagare】パスワード変更のお知らせ')
  const basic = { authorization: `Basic ${btoa(`${email}:${password}`)}` }
  expect((await ask('GET', '/api/users/login', { headers: basic })).status).toBe(200)
})

test('mails come in the member’s chosen language, whatever the page or the sign-up said', async () => {
  const { email, headers } = await someone()
  await mailTo(email)
  for (const body of [{ locale: 'fr' }, { locale: null }, {}])
    expect((await ask('PUT', '/api/user/locale', { headers, body })).status).toBe(400)
  expect((await ask('PUT', '/api/user/locale', { headers, body: { locale: 'en' } })).status).toBe(204)
  const user = CurrentUser.parse(await (await ask('GET', '/api/user', { headers })).json())
  expect(user.locale).toBe('en')
  const kept = await (await ask('GET', '/api/user/export', { headers })).json()
  expect(kept.user.locale).toBe('en')
  await ask('POST', '/api/users/forgotten-password', { body: { email, locale: 'ja' } })
  const mail = await mailTo(email, 1)
  secrets.push(tokenIn(mail))
  expect(mail.subject).toBe('Set a new password for Nagare')
})

test.each([
  ['ja,en;q=0.5', undefined, 'ja'],
  ['en,ja;q=0.5', undefined, 'en'],
  ['en,ja;q=0.5', 'ja', 'ja'],
  ['ja', 'en', 'en'],
])(
  'who signs up with a browser that says %s on a page in %s is written to in %s',
  async (browser, page, locale) => {
    const body = {
      name: 'Aoi',
      email: `${randomUUID()}@example.com`,
      password: 'HUSH-hush-hush',
      locale: page,
    }
    const answer = await ask('POST', '/api/users', { body, headers: { 'accept-language': browser } })
    const { access_token, refresh_token } = SignedIn.parse(await answer.json())
    secrets.push(access_token, refresh_token)
    const headers = { authorization: `Bearer ${access_token}` }
    expect(await (await ask('GET', '/api/user', { headers })).json()).toMatchObject({ locale })
  },
)

test('neither the answer nor its time reveals whether an address has an account', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  const members = await Promise.all(Array.from({ length: 16 }, () => aMember(server.deps)))
  for (const { email } of members)
    for (const [kind, address] of [
      ['known', email],
      ['unknown', `${randomUUID()}@example.com`],
    ] as const) {
      const from = performance.now()
      const answer = await ask('POST', '/api/users/forgotten-password', { body: { email: address } })
      times[kind].push(performance.now() - from)
      const headers = [...answer.headers.keys()].filter((name) => name !== 'x-request-id')
      answers.add(`${answer.status} ${await answer.text()} ${headers}`)
    }
  expect([...answers]).toEqual([expect.stringMatching(/^204 {2}/)])
  // Other work on the machine delays the rest.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
  expect(Math.abs(known - unknown)).toBeLessThan(5)
})

test('after a change of password this device stays signed in, the others do not', async () => {
  const { password, headers } = await someone()
  const new_password = `HUSH-${randomUUID()}`
  const wrong = { current_password: 'wrong', new_password }
  const refused = await ask('PUT', '/api/user/password', { headers, body: wrong })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ status: 'PASSWORD_WRONG' })
  const short = { current_password: password, new_password: 'short' }
  const bad = await ask('PUT', '/api/user/password', { headers, body: short })
  expect(await bad.json()).toMatchObject({
    status: 'BAD_REQUEST',
    message: expect.stringContaining('passwordTooShort'),
  })
  const body = { current_password: password, new_password }
  const answer = await ask('PUT', '/api/user/password', { headers, body })
  expect(answer.status).toBe(200)
  const signedIn = SignedIn.parse(await answer.json())
  secrets.push(new_password, signedIn.access_token, signedIn.refresh_token)
  expect((await ask('GET', '/api/user', { headers })).status).toBe(401)
  const renewed = { authorization: `Bearer ${signedIn.access_token}` }
  expect((await ask('GET', '/api/user', { headers: renewed })).status).toBe(200)
})

test('after a change of address the browser that opened the link stays signed in', async () => {
  const { email, password, headers } = await someone()
  await mailTo(email)
  const next = `${randomUUID()}@example.com`
  const refused = await ask('PUT', '/api/user/email', { headers, body: { email: next, password: 'wrong' } })
  expect(refused.status).toBe(403)
  const taken = (await someone()).email
  const clash = await ask('PUT', '/api/user/email', { headers, body: { email: taken, password } })
  expect(clash.status).toBe(409)
  expect(await clash.json()).toMatchObject({ status: 'EMAIL_TAKEN' })
  expect((await ask('PUT', '/api/user/email', { headers, body: { email: next, password } })).status).toBe(204)
  const user = async () => CurrentUser.parse(await (await ask('GET', '/api/user', { headers })).json())
  expect(await user()).toMatchObject({ email, new_email: next, is_admin: false })
  const mail = await mailTo(next)
  expect(mail.subject).toBe('【Nagare】新しいメールアドレスのご確認')
  const token = tokenIn(mail)
  secrets.push(token)
  const body = { token }
  expect((await ask('PUT', '/api/users/verification', { headers, body })).status).toBe(204)
  expect(await user()).toMatchObject({ email: next, new_email: null, email_verified: true })
  expect((await mailTo(email, 1)).subject).toBe('【Nagare】メールアドレス変更のお知らせ')
  const again = { authorization: 'Bearer invalid' }
  expect((await ask('PUT', '/api/users/verification', { headers: again, body })).status).toBe(400)
})

test('a member changes the name', async () => {
  const { headers } = await someone()
  expect((await ask('PUT', '/api/user/name', { headers, body: { name: 'x' } })).status).toBe(400)
  expect((await ask('PUT', '/api/user/name', { headers, body: { name: ' 青井 葵 ' } })).status).toBe(204)
  expect(await (await ask('GET', '/api/user', { headers })).json()).toMatchObject({ name: '青井 葵' })
})

test('members see where they are signed in, and sign out there or everywhere', async () => {
  const { email, password, headers } = await someone()
  const basic = { authorization: `Basic ${btoa(`${email}:${password}`)}`, 'user-agent': 'phone' }
  const phone = SignedIn.parse(await (await ask('GET', '/api/users/login', { headers: basic })).json())
  const list = async () =>
    SessionList.parse(await (await ask('GET', '/api/user/sessions', { headers })).json()).sessions
  const other = (await list()).find(({ current }) => !current)
  expect(other).toMatchObject({ user_agent: 'phone' })
  expect((await ask('DELETE', `/api/user/sessions/${other?.id}`, { headers })).status).toBe(204)
  const onPhone = { authorization: `Bearer ${phone.access_token}` }
  expect((await ask('GET', '/api/user', { headers: onPhone })).status).toBe(401)
  expect(await list()).toMatchObject([{ current: true }])
  const unknown = await ask('DELETE', '/api/user/sessions/unknown', { headers })
  expect(unknown.status).toBe(404)
  expect((await ask('DELETE', '/api/user/sessions', { headers })).status).toBe(204)
  expect((await ask('GET', '/api/user', { headers })).status).toBe(401)
})

test('members export everything kept about them as a file', async () => {
  const { email, headers } = await someone()
  const answer = await ask('GET', '/api/user/export', { headers })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="nagare_my_data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ user: { email }, sessions: [{}] })
})

test('deleting the account needs only the password', async () => {
  const { email, password, headers } = await someone()
  const wrong = await ask('DELETE', '/api/user', { headers, body: { password: 'wrong' } })
  expect(wrong.status).toBe(403)
  expect((await ask('DELETE', '/api/user', { headers, body: { password } })).status).toBe(204)
  expect((await ask('GET', '/api/user', { headers })).status).toBe(401)
  const left = server.deps.db.selectFrom('users').select('id').where('email', '=', email)
  expect(await left.execute()).toEqual([])
})

test('the operator’s account cannot be deleted', async () => {
  const admin = await aMember(server.deps, { admin: true })
  const user = await ask('GET', '/api/user', { headers: admin.headers })
  expect(await user.json()).toMatchObject({ is_admin: true, membership: 'free' })
  const answer = await ask('DELETE', '/api/user', {
    headers: admin.headers,
    body: { password: admin.password },
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    status: 'FORBIDDEN',
    message: expect.stringContaining('cannot be deleted'),
  })
})

test('an occupation is stored if it is in the list', async () => {
  const { headers, signedIn } = await someone()
  const wrong = await ask('PUT', '/api/user/survey', { headers, body: { occupation: 'King' } })
  expect(wrong.status).toBe(400)
  expect((await ask('PUT', '/api/user/survey', { headers, body: { occupation: 'Hobbyst' } })).status).toBe(
    204,
  )
  const row = server.deps.db
    .selectFrom('users')
    .select('survey_occupation')
    .where('id', '=', signedIn.user.id)
  expect(await row.executeTakeFirst()).toEqual({ survey_occupation: 'Hobbyst' })
})

test('a mail server that is down neither fails nor slows a registration, and the mail waits', async () => {
  const down = await startMailServer()
  await down.close()
  const shop = await startTestServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${down.port}` },
    jobs: [sendMailJob],
  })
  const body = JSON.stringify({ name: 'Aoi', email: 'aoi@example.com', password: 'nagareru-mizu' })
  const from = performance.now()
  const answer = await fetch(shop.at('/api/users'), { method: 'POST', body })
  expect(answer.status).toBe(200)
  expect(performance.now() - from).toBeLessThan(2_000)
  const waiting = () => shop.deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute()
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1, locked_by: null }]), {
    timeout: 10_000,
  })
  expect(JSON.stringify(shop.logged)).not.toContain('aoi@example.com')
  await shop.close()
})

test('neither a password nor a token nor an e-mail address reaches the log', () => {
  const log = JSON.stringify(server.logged)
  expect(secrets.length).toBeGreaterThan(20)
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toContain('@example.com')
  expect(log).not.toContain('HUSH')
})
