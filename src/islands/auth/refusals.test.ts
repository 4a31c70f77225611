import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/request.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { registrationRefusal } from './RegisterForm.tsx'
import { emptyFields, reasonOf } from './refusals.ts'

const texts = authTexts('en')
const good = { name: 'Yuki', email: 'yuki@example.com', password: 'garden-wall-7' }

test('a valid registration is sent', () => {
  expect(registrationRefusal(good, texts)).toBeUndefined()
})

test.each([
  ['name', { name: '  ' }],
  ['email', { email: '' }],
  ['password', { password: '' }],
] as const)('an empty %s is named before anything else', (field, values) => {
  const all = { ...good, password: 'short', ...values }
  expect(registrationRefusal(all, texts)).toEqual({
    summary: 'Please fill in all the fields.',
    fields: { [field]: 'Please fill in all the fields.' },
  })
})

test('of several wrong fields the toast names the password, then the address, then the name', () => {
  const wrong = { name: 'Y', email: 'yuki', password: '1234567' }
  expect(registrationRefusal(wrong, texts)).toEqual({
    summary: 'Password needs to be longer than 8.',
    fields: {
      password: 'Password needs to be longer than 8.',
      email: 'Email is not valid.',
      name: 'Name is wrong.',
    },
  })
  expect(registrationRefusal({ ...wrong, password: good.password }, texts)?.summary).toBe(
    'Email is not valid.',
  )
  expect(registrationRefusal({ ...good, name: 'Y' }, texts)?.summary).toBe('Name is wrong.')
})

test('eight characters of any script are long enough, 257 are too many', () => {
  expect(registrationRefusal({ ...good, password: '日本語のパスワー' }, texts)).toBeUndefined()
  expect(registrationRefusal({ ...good, password: 'x'.repeat(257) }, texts)?.summary).toBe(
    'Password needs to be at most 256 characters.',
  )
})

test.each([
  ['en', 'Name is wrong. It may have at most 120 characters.'],
  ['ja', 'お名前が正しくありません。120文字以内でご入力ください。'],
] as const)('too long a name is told the limit (%s)', (locale, said) => {
  const wrong = registrationRefusal({ ...good, name: 'a'.repeat(300) }, authTexts(locale))
  expect(wrong).toEqual({ summary: said, fields: { name: said } })
  expect(registrationRefusal({ ...good, name: 'a'.repeat(120) }, texts)).toBeUndefined()
})

test('spaces count as a password', () => {
  const values = { email: 'yuki@example.com', password: '        ' }
  expect(emptyFields(values, ['email', 'password'], texts)).toBeUndefined()
})

const refused = (status: string, message: string) => new ApiError(400, { status, message, request_id: 'x' })

test('an error shows in the page’s language, by its code, else in the server’s words', () => {
  const ja = authTexts('ja')
  expect(reasonOf(refused('SIGN_IN_FAILED', 'en'), ja)).toBe(
    'メールアドレスとパスワードの組み合わせが違います。',
  )
  expect(reasonOf(refused('NEW_CODE', 'In its own words.'), ja)).toBe('In its own words.')
  expect(reasonOf(refused('NEW_CODE', ''), texts)).toBe('Something went wrong. Please try again.')
  expect(reasonOf(refused('toString', 'own'), texts)).toBe('own')
})

test.each([
  ['/pricing', 'en', 840, 'Too many attempts. Please try again in 14 minutes.'],
  ['/ja', 'ja', 30, '試行回数が多すぎます。30秒ほどお待ちになってから、もう一度お試しください。'],
  ['/', 'en', undefined, 'Too many attempts. Please try again in 60 seconds.'],
] as const)(
  'on %s (%s) who tried too often for %s seconds is told “%s”',
  (pathname, locale, seconds, said) => {
    vi.stubGlobal('location', { pathname })
    const answer = { status: 'TOO_MANY_REQUESTS', message: '', request_id: 'x' }
    expect(reasonOf(new ApiError(429, answer, seconds), authTexts(locale))).toBe(said)
    vi.unstubAllGlobals()
  },
)

test.each([authTexts, billingTexts, builderTexts])('%o says how long to wait in both languages', (texts) => {
  for (const locale of ['en', 'ja'] as const)
    expect(texts(locale).reasons.TOO_MANY_REQUESTS).toContain('{wait}')
})

test('an unreachable server and a failing one give different messages', () => {
  expect(reasonOf(new TypeError('Failed to fetch'), texts)).toMatch(/connection/)
  expect(reasonOf(new DOMException('timed out', 'TimeoutError'), texts)).toMatch(/connection/)
  expect(reasonOf(new SyntaxError('Unexpected token'), texts)).toMatch(/went wrong/)
  const late = new DOMException('late', 'TimeoutError')
  expect(reasonOf(late, billingTexts('en'))).toMatch(/Nothing was charged/)
})
