import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CurrentUser, SignedIn } from '#contract/accounts/accounts.ts'
import { QUOTAS } from '#server/limits/rate-limits.ts'
import { makeTesterKeys } from '#server/testers/tester-keys.ts'
import { type Asked, anAddress, askServer } from '../../support/http/ask.ts'
import { aMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT, env: { TRUST_PROXY: 'on' } })
})
afterAll(() => server.close())

const ask = (method: string, path: string, asked?: Asked) => askServer(server, method, path, asked)

const anEmail = () => `${randomUUID()}@example.com`
const basic = (text: string | Buffer) => ({
  authorization: `Basic ${Buffer.from(text as string).toString('base64')}`,
})
const login = (email: string, password: string, headers = {}) =>
  ask('GET', '/api/users/login', { headers: { ...basic(`${email}:${password}`), ...headers } })

/** Name and value of an answer's cookie. */
const cookieOf = ({ headers }: Response) => headers.get('set-cookie')?.split(';', 1)[0] ?? ''

test('a person registers, is signed in, and gets their own data', async () => {
  const email = anEmail()
  const body = { name: ' 葵 Aoi ', email, password: 'pass:word 流れ', earlyPilot: true, locale: 'ja' }
  const answer = await ask('POST', '/api/users', { body })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const signedIn = SignedIn.parse(await answer.json())
  expect(signedIn).toMatchObject({ expires_in: 900, user: { name: '葵 Aoi', membership: 'free', email } })
  expect(signedIn.user.id).toBeGreaterThan(1)
  const headers = { authorization: `Bearer ${signedIn.access_token}` }
  const user = CurrentUser.parse(await (await ask('GET', '/api/user', { headers })).json())
  expect(user).toMatchObject({ id: signedIn.user.id, email_verified: false, locale: 'ja' })
  const row = server.deps.db.selectFrom('users').selectAll().where('id', '=', signedIn.user.id)
  expect(await row.executeTakeFirst()).toMatchObject({ early_pilot: 1, granted_membership: null })
})

test.each([
  [{ name: ' A ' }, 'name: nameTooShort'],
  [{ name: 'Aoi \u202enimda' }, 'name: nameInvalid'],
  [{ email: 'nobody' }, 'email: emailInvalid'],
  [{ password: 'short' }, 'password: passwordTooShort'],
])('a registration with %j is refused by name of the field', async (wrong, field) => {
  const body = { name: 'Aoi', email: anEmail(), password: 'nagareru-mizu', ...wrong }
  const answer = await ask('POST', '/api/users', { body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    status: 'BAD_REQUEST',
    message: expect.stringContaining(field),
  })
})

test.each(['Password1', 'qwertyuiop', '１２３４５６７８'])(
  'the common password %s is refused',
  async (password) => {
    const answer = await ask('POST', '/api/users', { body: { name: 'Aoi', email: anEmail(), password } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 'PASSWORD_TOO_COMMON' })
  },
)

test.each(['', 'nothing', '[]', 'null', '"x"', '{"name":'])('a body of %j is a bad request', async (body) => {
  for (const path of ['/api/users', '/api/users/refresh-token', '/api/users/logout'])
    expect((await ask('POST', path, { body })).status).toBe(400)
})

test('a taken address is answered EMAIL_EXISTS, in any spelling', async () => {
  const { email } = await aMember(server.deps)
  const body = { name: 'Aoi', email: ` ${email.toUpperCase().replace('@', '＠')}`, password: 'nagareru-mizu' }
  const answer = await ask('POST', '/api/users', { body: { ...body, email: email.toUpperCase() } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'EMAIL_EXISTS' })
})

test('only one of two concurrent registrations gets an address', async () => {
  const body = { name: 'Aoi', email: anEmail(), password: 'nagareru-mizu' }
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/api/users', { body })))
  const statuses = await Promise.all(answers.map(async (answer) => (await answer.json()).status))
  expect(statuses.toSorted()).toEqual(['EMAIL_EXISTS', 'EMAIL_EXISTS', 'OK'])
})

test('a sign-in by a password with colons and letters of any script', async () => {
  const { email, password } = await aMember(server.deps, { password: 'a:b:パスワード:é' })
  const answer = await login(` ${email.toUpperCase()} `, password.normalize('NFD'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(SignedIn.parse(await answer.json()).user.email).toBe(email)
})

test('an unknown address, a wrong password and one too long are the same answer', async () => {
  const { email, password } = await aMember(server.deps)
  const answers = [
    await login(anEmail(), password),
    await login(email, `${password}!`),
    await login(email, password + ' '.repeat(300)),
    await login('', ''),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    const { request_id, ...body } = await answer.json()
    expect(request_id).toBeTruthy()
    expect(body).toEqual({ status: 'SIGN_IN_FAILED', message: 'E-mail and password do not belong together.' })
  }
})

test.each([
  ['no header', {}, 401],
  ['no base64', { authorization: 'Basic %%%' }, 400],
  ['a NUL in the address', basic('a\u0000@b.example:password'), 400],
])('a sign-in with %s is %s → %i', async (_, headers, status) => {
  const answer = await ask('GET', '/api/users/login', { headers })
  expect(answer.status).toBe(status)
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test.each([
  ['no token', undefined, 'SIGN_IN_REQUIRED'],
  ['an empty header', '', 'TOKEN_INVALID'],
  ['a scheme alone', 'Bearer', 'TOKEN_INVALID'],
  ['another scheme', 'Basic YTpi', 'TOKEN_INVALID'],
  ['a made-up token', `Bearer nga_${'A'.repeat(43)}`, 'TOKEN_INVALID'],
  ['garbage', 'Bearer é\'"; drop table users', 'TOKEN_INVALID'],
  ['two tokens', 'Bearer a, Bearer b', 'TOKEN_INVALID'],
])('%s does not say who one is', async (_, authorization, status) => {
  const answer = await ask('GET', '/api/user', {
    headers: authorization === undefined ? {} : { authorization },
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(await answer.json()).toMatchObject({ status })
})

test('a refresh gives the next pair of tokens and the present membership', async () => {
  const member = await aMember(server.deps)
  await server.deps.db
    .updateTable('users')
    .set({ granted_membership: 'early_adopter' })
    .where('id', '=', member.id)
    .execute()
  const answer = await ask('POST', '/api/users/refresh-token', {
    body: { refresh_token: member.refresh_token },
  })
  const next = SignedIn.parse(await answer.json())
  expect(next.user).toMatchObject({ id: member.id, membership: 'early_adopter' })
  expect(next.refresh_token).not.toBe(member.refresh_token)
  for (const token of [member.access_token, next.access_token]) {
    const user = await ask('GET', '/api/user', { headers: { authorization: `Bearer ${token}` } })
    expect(await user.json()).toMatchObject({ membership: 'early_adopter' })
  }
})

test('a logout needs only the refresh token, ends the session at once, and may be repeated', async () => {
  const { refresh_token, headers } = await aMember(server.deps)
  for (let time = 0; time < 2; time++)
    expect((await ask('POST', '/api/users/logout', { body: { refresh_token } })).status).toBe(204)
  expect((await ask('GET', '/api/user', { headers })).status).toBe(401)
  const refresh = await ask('POST', '/api/users/refresh-token', { body: { refresh_token } })
  expect(refresh.status).toBe(401)
  expect(refresh.headers.get('www-authenticate')).toBe('Bearer')
})

test('a logout with an invalid token gives the same answer', async () => {
  for (const refresh_token of ['x', `${'A'.repeat(22)}.0.${'A'.repeat(43)}`])
    expect((await ask('POST', '/api/users/logout', { body: { refresh_token } })).status).toBe(204)
})

test('after ten failed sign-ins from one IP an account is blocked there, existing or not, and no other account', async () => {
  const { email, password } = await aMember(server.deps)
  for (const account of [email, anEmail()]) {
    const here = { 'x-forwarded-for': anAddress() }
    for (let time = 0; time < 10; time++)
      expect((await login(account, 'wrong password', here)).status).toBe(401)
    const answer = await login(account, password, here)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(await answer.json()).toMatchObject({ status: 'TOO_MANY_REQUESTS' })
  }
  expect((await login(email, password)).status, 'elsewhere').toBe(200)
  const other = await aMember(server.deps)
  expect((await login(other.email, other.password)).status).toBe(200)
})

test('a sign-in sets a cookie sent only with sign-ins, which gets past strangers’ failures', async () => {
  const email = anEmail()
  const password = 'nagareru-mizu'
  const registered = await ask('POST', '/api/users', { body: { name: 'Aoi', email, password } })
  const { user, access_token } = await registered.json()
  const change = { current_password: password, new_password: 'atarashii-mizu' }
  const headers = { authorization: `Bearer ${access_token}` }
  const changed = await ask('PUT', '/api/user/password', { body: change, headers })
  const signedIn = await login(email, 'atarashii-mizu', { cookie: `a=b; ${cookieOf(changed)}` })
  for (const answer of [registered, changed, signedIn])
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^device_${user.id}=[\\w-]{43}; Max-Age=15552000; Path=/api/users; (Expires=[^;]+; )?HttpOnly; SameSite=Strict$`,
      ),
    )
  const rows = await server.deps.db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute()
  expect(rows, 'the last one alone').toHaveLength(1)
  const secret = cookieOf(signedIn).split('=')[1]!
  expect(JSON.stringify(rows) + JSON.stringify(await signedIn.json())).not.toContain(secret)

  const here = { 'x-forwarded-for': anAddress() }
  for (let time = 0; time < 10; time++) await login(email, 'wrong password', here)
  expect((await login(email, 'atarashii-mizu', here)).status).toBe(429)
  expect((await login(email, 'atarashii-mizu', { ...here, cookie: cookieOf(signedIn) })).status).toBe(200)
})

test('only a sign-in sets the cookie', async () => {
  const { email } = await aMember(server.deps)
  const body = { name: 'Aoi', email, password: 'nagareru-mizu' }
  const answers = [
    await login(email, 'wrong password'),
    await ask('POST', '/api/users', { body }),
    await ask('POST', '/api/users/forgotten-password', { body: { email } }),
    await ask('GET', '/pricing'),
  ]
  for (const answer of answers) expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a successful sign-in resets the count', async () => {
  const { email, password } = await aMember(server.deps)
  for (let round = 0; round < 2; round++) {
    for (let time = 0; time < 9; time++) expect((await login(email, 'wrong password')).status).toBe(401)
    expect((await login(email, password)).status).toBe(200)
  }
})

test('ten wrong passwords sent at once are counted as ten', async () => {
  const { email } = await aMember(server.deps)
  const here = { 'x-forwarded-for': anAddress() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong password', here)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('an IP may try to sign in twenty times a minute, across accounts', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  for (let time = 0; time < 20; time++) expect((await login(anEmail(), 'x', headers)).status).toBe(401)
  const answer = await login(anEmail(), 'x', headers)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('an IP may register thirty people an hour; refusals do not count, and a tester’s key raises the limit', async () => {
  const headers = { 'x-forwarded-for': '2001:db8:1:2::1' }
  const register = (body = {}) =>
    ask('POST', '/api/users', {
      headers,
      body: { name: 'Aoi', email: anEmail(), password: 'nagareru-mizu', ...body },
    })
  expect((await register({ name: '' })).status).toBe(400)
  expect((await register({ password: 'password' })).status).toBe(400)
  const { email } = await aMember(server.deps)
  for (let time = 0; time < 3; time++)
    expect(await (await register({ email })).json()).toEqual({ status: 'EMAIL_EXISTS' })
  for (let time = 0; time < 29; time++) await server.deps.rateLimits.registrations.take('2001:db8:1:2::/64')
  expect((await register()).status).toBe(200)
  headers['x-forwarded-for'] = '2001:db8:1:2:ffff::2'
  const answer = await register()
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(await answer.json()).toMatchObject({ message: 'Too many attempts. (try again in 60 minutes)' })

  const [key = ''] = await makeTesterKeys(server.deps, { count: 1, label: 'class' })
  expect((await register({ testerKey: key })).status).toBe(200)
})

test('a wrong tester’s key is refused before an account is made', async () => {
  const email = anEmail()
  const body = { name: 'Aoi', email, password: 'nagareru-mizu', testerKey: 'not-a-key' }
  const answer = await ask('POST', '/api/users', { body })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ status: 'INVALID_KEY' })
  const people = server.deps.db.selectFrom('users').select('id').where('email', '=', email)
  expect(await people.execute()).toEqual([])
})

test('probing for accounts is rate-limited', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.99' }
  const { email } = await aMember(server.deps)
  const body = { name: 'Aoi', email, password: 'nagareru-mizu' }
  const { points } = QUOTAS.registrationTries
  for (let time = 1; time < points; time++) await server.deps.rateLimits.registrationTries.take('192.0.2.99')
  expect((await ask('POST', '/api/users', { body, headers })).status).toBe(200)
  expect((await ask('POST', '/api/users', { body, headers })).status).toBe(429)
})

test('without a proxy X-Forwarded-For is ignored', async () => {
  const direct = await startTestServer({ limits: PATIENT })
  try {
    const tries = Array.from({ length: 21 }, () =>
      fetch(direct.at('/api/users/login'), {
        headers: { ...basic(`${anEmail()}:x`), 'x-forwarded-for': anAddress(), host: 'nagare.example' },
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  } finally {
    await direct.close()
  }
})
