import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { newAccessToken, newFamily, randomSecret, refreshTokenText } from '#server/accounts/session/tokens.ts'
import { KNOWN_MEMBERS, KNOWN_TESTER_KEY } from '../shop/known-members.ts'
import { startTestServer, type TestServer } from '../shop/server.ts'
import { failOnLeaks, takeLeaks } from './leaks.ts'
import { secretsIn } from './secrets.ts'
import { watchedLogger, watchOutput } from './watched-log.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const secret = randomSecret()

test.each([
  ['an access token', newAccessToken()],
  ['a refresh token', refreshTokenText({ family: newFamily(), generation: 3, secret })],
  ['a mail token', `sent to http://nagare.example/verify-email#token=${secret}`],
  ['a signed address', `/media/full/a.mp4?exp=1&as=inline&kid=abcdef&sig=${secret}`],
  [
    'a presigned address',
    'GET https://clips.s3.amazonaws.com/a.mp4?X-Amz-Expires=300&X-Amz-Signature=0a1b2c',
  ],
  ['an address with a token', `/api/medias/7/video?token=${secret.slice(0, 9)}`],
  ['the address of a tester', '/promo-signup?k=abc'],
  ['a tester key', `no spot for ${KNOWN_TESTER_KEY}`],
  ['a password hash', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA'],
  ['a Basic header', `authorization: Basic ${btoa('a@b:secret')}`],
  ['a Bearer header', 'sent Bearer abcdefghijklmnop'],
  ['a Stripe key', 'Invalid API key: sk_test_0123456789'],
  ['the secret of a webhook', 'tried whsec_of_the_tests'],
  ['a signature of Stripe', `t=1,v1=${randomBytes(32).toString('hex')}`],
  ['a password of SMTP', 'smtp://mail:pw@smtp.example refused'],
  ['a password of the database', 'connect postgres://nagare:secret@db/nagare'],
  ['a field', '{"level":30,"body":{"refresh_token":"x"}}'],
  ['a quoted field', String.raw`{"level":30,"msg":"said {\"password\":\"x\"}"}`],
  ['a password that tests sign up with', `wrong: ${KNOWN_MEMBERS.pro.password}`],
  ['one that is random in part', 'wrong: HUSH-1f2e'],
])('%s is found in a line, and not repeated', (_, text) => {
  const { found, rest } = secretsIn(text)
  expect(found).not.toEqual([])
  expect(rest).toContain('[…]')
  expect(secretsIn(rest).found).toEqual([])
})

test('the values of secret settings are found in any form', () => {
  const settings = { MEDIA_KEYS: 'first key of ours, second key of ours' }
  expect(secretsIn('signed with second key of ours', settings).found).toEqual(['a value of a secret setting'])
  expect(secretsIn('signed with second key of ours').found).toEqual([])
})

test.each([
  '{"level":30,"id":"AbCdEf12-4","method":"GET","path":"/media/full/0a1b2c3d/1080.mp4","status":206}',
  '{"level":30,"url":"/promo-signup?k=[redacted]&token=[redacted]"}',
  '{"level":30,"password":"[redacted]","msg":"said"}',
  'http://127.0.0.1:4321/ listening',
  'basic films, bearer of light, sk_ and whsec_ are how keys begin',
])('an innocent line is let alone: %s', (line) => {
  expect(secretsIn(line).found).toEqual([])
})

test('one secret in a server’s log is found, at any level', async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'fatal' } })
  server.deps.log.trace({ note: secret }, 'mailed somebody')
  expect(server.logged).toEqual([])
  expect(() => failOnLeaks()).toThrow(/a token or a signature in: .*mailed somebody/s)
  expect(() => failOnLeaks()).not.toThrow()
})

test('so is one in a unit test’s logger, and in a separate process', async () => {
  watchedLogger().debug({ key: 'x' }, 'made a key')
  const said: string[] = []
  const script = `console.error('whsec_of_somebody'); console.log('{"level":40,"msg":"all is well"}')`
  const child = spawn(process.execPath, ['-e', script])
  const options = { level: 'warn', say: (line: string) => said.push(line) } as const
  await Promise.all([watchOutput(child.stdout, options), watchOutput(child.stderr, options)])
  const found = takeLeaks().flatMap(({ secrets }) => secrets)
  expect(found.toSorted()).toEqual(['a secret under its name', 'the secret of a webhook'].toSorted())
  expect(said).toHaveLength(2)
})

afterAll(() => expect(takeLeaks()).toEqual([]))
