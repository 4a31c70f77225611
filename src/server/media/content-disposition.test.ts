import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/support/runs.ts'
import { contentDisposition } from './content-disposition.ts'

test('without a name it is the disposition alone', () => {
  expect(contentDisposition('inline')).toBe('inline')
  expect(contentDisposition('inline', '')).toBe('inline')
})

test('a plain name stays unchanged', () => {
  expect(contentDisposition('attachment', 'nagare_temple rain.mp4')).toBe(
    'attachment; filename="nagare_temple rain.mp4"',
  )
})

test('a Japanese name uses RFC 8187, beside one for old clients', () => {
  expect(contentDisposition('attachment', '雨.mp4')).toBe(
    `attachment; filename="_.mp4"; filename*=UTF-8''%E9%9B%A8.mp4`,
  )
})

test('marks that RFC 8187 does not allow are encoded', () => {
  expect(contentDisposition('attachment', "京都's (100%).mp4")).toContain(
    "filename*=UTF-8''%E4%BA%AC%E9%83%BD%27s%20%28100%25%29.mp4",
  )
})

test('half a surrogate pair is replaced', () => {
  expect(contentDisposition('inline', 'a\ud800.mp4')).toBe(
    `inline; filename="a_.mp4"; filename*=UTF-8''a%EF%BF%BD.mp4`,
  )
})

test('no name breaks out of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      const header = contentDisposition('attachment', name)
      expect(header).toMatch(
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"(; filename\*=UTF-8''[A-Za-z0-9!._~%-]*)?$/,
      )
      new Headers({ 'content-disposition': header })
    }),
    { numRuns: runs(1_000) },
  )
})
