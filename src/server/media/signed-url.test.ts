import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/support/runs.ts'
import { type Signing, signMediaPath, verifyMediaRequest } from './signed-url.ts'
import type { SignOptions } from './storage.ts'

const at = (seconds: number) => () => new Date(1_795_000_000_000 + seconds * 1_000)
const signing: Signing = { keys: ['a'.repeat(32)], now: at(0) }
const options: SignOptions = { expiresInSeconds: 300, disposition: 'attachment', fileName: '流れ | 春.mp4' }
const KEY = 'full/0f3c/clip.mp4'
const path = signMediaPath(signing, KEY, options)

const invalid = expect.objectContaining({ code: 'signatureInvalid' })

test('a signed path verifies for GET and HEAD, and has its claims', () => {
  for (const method of ['GET', 'HEAD']) {
    expect(verifyMediaRequest(signing, method, path)).toEqual({
      key: KEY,
      disposition: 'attachment',
      fileName: '流れ | 春.mp4',
      expires: 1_795_000_300,
    })
  }
  const plain = signMediaPath(signing, KEY, { expiresInSeconds: 60, disposition: 'inline' })
  expect(verifyMediaRequest(signing, 'GET', plain)).toMatchObject({
    disposition: 'inline',
    fileName: undefined,
  })
})

test('it is a path on this site under /media/', () => {
  expect(path).toMatch(/^\/media\/full\/0f3c\/clip\.mp4\?[\x21-\x7e]+$/)
})

test.for(['PUT', 'DELETE', 'POST', 'get', ''])('it is of no use for the method %j', (method) => {
  expect(() => verifyMediaRequest(signing, method, path)).toThrow(invalid)
})

test('it lives exactly for the given seconds', () => {
  expect(verifyMediaRequest({ ...signing, now: at(299.999) }, 'GET', path).key).toBe(KEY)
  const expired = expect.objectContaining({ code: 'signatureExpired' })
  expect(() => verifyMediaRequest({ ...signing, now: at(300) }, 'GET', path)).toThrow(expired)
})

test('the newest key signs, an older one still verifies, a removed one does not', () => {
  const [older, newer] = ['a'.repeat(32), 'b'.repeat(32)]
  const changed = { ...signing, keys: [newer, older] }
  expect(verifyMediaRequest(changed, 'GET', path).key).toBe(KEY)
  const fresh = signMediaPath(changed, KEY, options)
  expect(verifyMediaRequest({ ...signing, keys: [newer] }, 'GET', fresh).key).toBe(KEY)
  expect(() => verifyMediaRequest({ ...signing, keys: [newer] }, 'GET', path)).toThrow(invalid)
})

test('a path signed with another key under our key id is refused', () => {
  const forged = signMediaPath({ ...signing, keys: ['c'.repeat(32)] }, KEY, options)
  const kid = /kid=[^&]*/.exec(path)?.[0] ?? ''
  expect(() => verifyMediaRequest(signing, 'GET', forged.replace(/kid=[^&]*/, kid))).toThrow(invalid)
})

test('only full renditions are signed', () => {
  for (const key of ['poster/a.avif', 'master/a.mp4', '../full/a.mp4', 'full', 'full/..'])
    expect(() => signMediaPath(signing, key, options)).toThrow('badKey')
})

test('changing, adding or removing any one character makes it void', () => {
  const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })
  const place = fc.nat({ max: path.length })
  fc.assert(
    fc.property(place, character, fc.nat({ max: 1 }), (index, inserted, removed) => {
      const changed = path.slice(0, index) + inserted + path.slice(index + removed)
      fc.pre(changed !== path)
      expect(() => verifyMediaRequest(signing, 'GET', changed)).toThrow(invalid)
    }),
    { numRuns: runs(5_000) },
  )
  for (let index = 0; index < path.length; index += 3) {
    const shorter = path.slice(0, index) + path.slice(index + 1)
    if (shorter !== path) expect(() => verifyMediaRequest(signing, 'GET', shorter)).toThrow(invalid)
  }
})

test('its claims are part of the signature', () => {
  const disposition = path.replace('as=attachment', 'as=inline')
  const name = path.replace(/name=[^&]*/, 'name=x.mp4')
  const time = path.replace('exp=1795000300', 'exp=1795009999')
  for (const changed of [disposition, name, time]) {
    expect(changed).not.toBe(path)
    expect(() => verifyMediaRequest(signing, 'GET', changed), changed).toThrow(invalid)
  }
})

test('its holder is part of the signature', () => {
  const mine = signMediaPath(signing, KEY, { ...options, holder: 7 })
  expect(verifyMediaRequest(signing, 'GET', mine).holder).toBe(7)
  const nobodys = signMediaPath(signing, KEY, options)
  expect(verifyMediaRequest(signing, 'GET', nobodys).holder).toBeUndefined()
  const holders = ['&for=8', '&for=77', '&for=07', '&for=7.0', '&for=', '&for=7&for=8', '']
  const changed = [
    ...holders.map((holder) => mine.replace('&for=7', holder)),
    ...holders.slice(0, 1).map((holder) => nobodys.replace('&kid=', `${holder}&kid=`)),
  ]
  for (const path of changed) {
    expect([mine, nobodys]).not.toContain(path)
    expect(() => verifyMediaRequest(signing, 'GET', path), path).toThrow(invalid)
  }
  // Nor does the signature of one person's URL fit another's.
  const theirs = signMediaPath(signing, KEY, { ...options, holder: 8 })
  const signature = (path: string) => /sig=.*$/.exec(path)?.[0] ?? ''
  expect(signature(theirs)).not.toBe(signature(mine))
  expect(signature(nobodys)).not.toBe(signature(mine))
})

test('it reveals nothing of the key', () => {
  const secret = 'Xq7_vB2-Kd9mZr4wTn8cLp3sHf6yJg1u'
  const signed = signMediaPath({ ...signing, keys: [secret] }, KEY, options)
  for (let at = 0; at + 4 <= secret.length; at++) expect(signed).not.toContain(secret.slice(at, at + 4))
})

test('another spelling of the same path is refused', () => {
  const spellings = [
    path.replace('%E6', '%e6'),
    path.replace('clip', '%63lip'),
    path.replace('%20', '+'),
    `${path}&`,
    `${path}#x`,
    `${path}?x`,
    `https://nagare.example${path}`,
    path.replace('full/', 'full/./'),
    path.replace('exp=', 'exp=0'),
    path.split('?')[0] ?? '',
  ]
  for (const spelling of spellings) {
    expect(spelling).not.toBe(path)
    expect(() => verifyMediaRequest(signing, 'GET', spelling), spelling).toThrow(invalid)
  }
})

test('any other path is refused without a crash', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webPath().map((text) => `/media/full/${text}`),
    fc.webQueryParameters().map((query) => `/media/${KEY}?${query}`),
  )
  fc.assert(
    fc.property(anything, (url) => {
      expect(() => verifyMediaRequest(signing, 'GET', url)).toThrow(invalid)
    }),
    { numRuns: runs(2_000) },
  )
})

test('names of any letters survive', () => {
  const names = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constant('half \ud800'))
  fc.assert(
    fc.property(names, (fileName) => {
      const signed = signMediaPath(signing, KEY, { ...options, fileName })
      // As browsers send it.
      const { pathname, search } = new URL(signed, 'https://nagare.example')
      expect(verifyMediaRequest(signing, 'GET', pathname + search).fileName).toBe(fileName.toWellFormed())
    }),
  )
})
