import { expect, test } from 'vitest'
import {
  isGenuine,
  isSameHash,
  newAccessToken,
  newFamily,
  parseRefreshToken,
  randomSecret,
  refreshTokenText,
  sha256,
  successorOf,
} from './tokens.ts'

const SESSION_SECRET = randomSecret()
const first = () => ({ family: newFamily(), generation: 0, secret: randomSecret() })

/** A session after so many refreshes. */
function chain(token: ReturnType<typeof first>, steps: number) {
  const tokens = [token]
  while (tokens.length <= steps) tokens.push(successorOf(tokens.at(-1)!, SESSION_SECRET))
  const session = { generation: steps, token_hash: sha256(tokens.at(-1)!.secret), secret: SESSION_SECRET }
  return { tokens, session }
}

test('an access token is 256 random bits after a prefix that leak scanners can find', () => {
  expect(newAccessToken()).toMatch(/^nga_[A-Za-z0-9_-]{43}$/)
  expect(newAccessToken()).not.toBe(newAccessToken())
})

test('a refresh token is written and read', () => {
  const token = { ...first(), generation: 12 }
  expect(parseRefreshToken(refreshTokenText(token))).toEqual(token)
})

test.each([
  '',
  'a.b',
  'a.0.b',
  ' ',
  `${newFamily()}.01.${randomSecret()}`,
  `${newFamily()}.1.${randomSecret()} `,
])('%j is no refresh token', (text) => {
  expect(parseRefreshToken(text)).toBeUndefined()
})

test('the same token has the same successor; computing it needs the token and the session’s secret', () => {
  const token = first()
  const next = successorOf(token, SESSION_SECRET)
  expect(successorOf(token, SESSION_SECRET)).toEqual(next)
  expect(next).toMatchObject({ family: token.family, generation: 1 })
  expect(successorOf({ ...token, secret: randomSecret() }, SESSION_SECRET).secret).not.toBe(next.secret)
  expect(successorOf(token, randomSecret()).secret).not.toBe(next.secret)
  expect(successorOf({ ...token, generation: 1 }, SESSION_SECRET).secret).not.toBe(next.secret)
  expect(successorOf({ ...token, family: newFamily() }, SESSION_SECRET).secret).not.toBe(next.secret)
})

test('exactly the tokens that a session issued are genuine', () => {
  const { tokens, session } = chain(first(), 5)
  for (const token of tokens) expect(isGenuine(token, session)).toBe(true)
  for (const token of tokens) expect(isGenuine({ ...token, secret: randomSecret() }, session)).toBe(false)
  expect(isGenuine({ ...tokens[5]!, generation: 4 }, session)).toBe(false)
  expect(isGenuine(successorOf(tokens[5]!, SESSION_SECRET), session)).toBe(false)
})

test('a guess costs no more than ten thousand steps', () => {
  const { tokens, session } = chain(first(), 10_001)
  expect(isGenuine(tokens[1]!, session)).toBe(true)
  expect(isGenuine(tokens[0]!, session)).toBe(false)
})

test('hashes are compared whole', () => {
  expect(isSameHash(sha256('a'), sha256('a'))).toBe(true)
  expect(isSameHash(sha256('a'), sha256('b'))).toBe(false)
  expect(isSameHash(sha256(''), '')).toBe(false)
})
