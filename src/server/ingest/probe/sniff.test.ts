import { expect, test } from 'vitest'
import { recognise } from './sniff.ts'

const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(32)])

test('kinds are recognised by their first bytes', () => {
  expect(recognise(bytes('\xff\xd8\xff\xe0'))).toEqual({ kind: 'image', format: 'jpeg' })
  expect(recognise(bytes('\x89PNG\r\n\x1a\n'))).toEqual({ kind: 'image', format: 'png' })
  expect(recognise(bytes('RIFF\0\0\0\0WEBP'))).toEqual({ kind: 'image', format: 'webp' })
  expect(recognise(bytes('\x1a\x45\xdf\xa3'))).toEqual({ kind: 'video', demuxer: 'matroska' })
  expect(recognise(bytes('RIFF\0\0\0\0AVI LIST'))).toEqual({ kind: 'video', demuxer: 'avi' })
  expect(recognise(bytes('\0\0\0\x18ftypisom'))).toEqual({ kind: 'video', demuxer: 'mov' })
  expect(recognise(bytes('\0\0\0\x08wide'))).toEqual({ kind: 'video', demuxer: 'mov' })
})

test.each([
  ['MPEG-TS', '', 188],
  ['AVCHD of a camera', '\x01\x02\x03\x04', 192],
])('%s is recognised by four packets', (_, time, length) => {
  const packet = `${time}G`.padEnd(length, '\xff')
  expect(recognise(bytes(packet.repeat(4)))).toEqual({ kind: 'video', demuxer: 'mpegts' })
  expect(recognise(bytes(packet.repeat(3)))).toBeUndefined()
})

test('ISO brands distinguish HEIC, AVIF and film', () => {
  expect(recognise(bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toMatchObject({ format: 'heic' })
  expect(recognise(bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1avif'))).toMatchObject({ format: 'avif' })
  expect(recognise(bytes('\0\0\0\x18ftypqt  \0\0\0\0qt  \0\0\0\0'))).toMatchObject({ kind: 'video' })
})

test('playlists, documents and short scraps are not accepted', () => {
  for (const text of ['#EXTM3U\nhttp://x/', 'ffconcat version 1.0', '<?xml ?><MPD>', '%PDF-1.7', 'x'])
    expect(recognise(bytes(text))).toBeUndefined()
})
