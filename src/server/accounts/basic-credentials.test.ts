import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basicCredentials } from './basic-credentials.ts'

const header = (bytes: string | Buffer) => `Basic ${Buffer.from(bytes as string).toString('base64')}`

test('address and password are read in any script, with any characters', () => {
  const email = fc
    .string({ unit: 'binary' })
    .filter((text) => !/[:\p{Cc}]/u.test(text) && text.isWellFormed())
  const password = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(email, password, (email, password) => {
      expect(basicCredentials(header(`${email}:${password}`))).toEqual({ email, password })
    }),
  )
})

test('the scheme is read in any case, and base64 without its padding', () => {
  const expected = { email: 'a@b', password: 'c' }
  expect(basicCredentials('bAsIc   YUBiOmM=')).toEqual(expected)
  expect(basicCredentials('Basic YUBiOmM')).toEqual(expected)
})

test('every refusal is a bad request', () => {
  const any = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String())
  fc.assert(
    fc.property(any, (text) => {
      for (const given of [text, `Basic ${text}`]) {
        try {
          basicCredentials(given)
        } catch (error) {
          expect(error).toMatchObject({ code: 'badRequest' })
        }
      }
    }),
  )
})

test.each([
  '',
  'Basic',
  'Basic ',
  'Bearer YTpi',
  'Basic YTpi YTpi',
  'Basic ====',
  header('no colon'),
  header(Buffer.of(0x61, 0x3a, 0xc0, 0xaf)),
])('%j is a bad request', (given) => {
  expect(() => basicCredentials(given)).toThrow(expect.objectContaining({ code: 'badRequest' }))
})

test('a missing header requires a sign-in', () => {
  expect(() => basicCredentials(null)).toThrow(expect.objectContaining({ code: 'signInRequired' }))
})
