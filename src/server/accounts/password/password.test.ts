import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

test('a password is recognised by its hash, and no other is', async () => {
  const hash = await hashPassword('流れる水は腐らず')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/)
  expect(await isPassword('流れる水は腐らず', hash)).toBe(true)
  expect(await isPassword('流れる水は腐らない', hash)).toBe(false)
})

test('the same password has another hash each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('letters composed on one system and decomposed on another are the same password', async () => {
  expect(await isPassword('ガラス\u0301é'.normalize('NFD'), await hashPassword('ガラス\u0301é'))).toBe(true)
})

test('an invalid hash matches no password', async () => {
  expect(await isPassword('anything', '')).toBe(false)
  expect(await isPassword('anything', '$argon2i$v=19$m=1,t=1,p=1$AAAA$AAAA')).toBe(false)
})

test('a flood of passwords is refused rather than hashed', async () => {
  const ends = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('nagareru-mizu')))
  const refused = ends.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(60 - 4 - 40)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'busy' } })
  await hashPassword('nagareru-mizu')
})
