import { expect, test } from 'vitest'
import { anyNames } from '../../../tests/support/relink/project-files.ts'
import { filmNamesIn, withoutCopyMark } from './film-names.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const namesIn = (bytes: Uint8Array, prefix = 'nagare_') => [...filmNamesIn(bytes, prefix)]

test.each([
  ['a path of macOS', '<FilePath>/Users/aoi/comps/nagare_fox.mp4</FilePath>', 'nagare_fox.mp4'],
  ['a path of Windows in JSON', String.raw`{"path":"D:\\cut\\nagare_fox.mp4"}`, 'nagare_fox.mp4'],
  ['slashes escaped in JSON', String.raw`"file:\/\/\/cut\/nagare_fox.mp4"`, 'nagare_fox.mp4'],
  ['letters escaped in JSON', String.raw`"\u002fcut\u002fnagare_\u9ce5\u5c45.mp4"`, 'nagare_鳥居.mp4'],
  ['entities of XML', 'src="nagare_fox &amp; &#x9CE5;&#23621;.mp4"', 'nagare_fox & 鳥居.mp4'],
  ['a percent-encoded URL', 'file:///cut%20a/nagare_%E9%B3%A5%E5%B1%85.mp4', 'nagare_鳥居.mp4'],
  ['a line of an EDL', '* FROM CLIP NAME: nagare_fox.mp4\r\n', 'nagare_fox.mp4'],
  ['letters in parts, as macOS stores them', 'x/nagare_が.mp4'.normalize('NFD'), 'nagare_が.mp4'],
  ['a chunk that follows directly', 'Utf8\0\0\0\x0fnagare_fox.mp4LIST', 'nagare_fox.mp4'],
  ['the ending twice', '/nagare_fox.mp4.mp4"', 'nagare_fox.mp4.mp4'],
  ['the prefix twice', '/nagare_nagare_fox.mp4"', 'nagare_nagare_fox.mp4'],
  ['an ending in capitals', '/nagare_fox.MP4"', 'nagare_fox.MP4'],
])('a name is found in %s', (_, text, name) => {
  expect(namesIn(utf8(text))).toEqual([name])
  expect(namesIn(utf16(text))).toEqual([name])
  expect(namesIn(new Uint8Array([7, ...utf16(text)]))).toEqual([name])
})

test('a percent sign that encodes nothing stays', () => {
  expect(namesIn(utf8('/nagare_50% fox.mp4'))).toEqual(['nagare_50% fox.mp4'])
  expect(namesIn(utf8('/nagare_%ff.mp4'))).toEqual(['nagare_%ff.mp4'])
})

test('other films, folders named like ours, markup and endless names are not taken', () => {
  for (const text of [
    '/other.mp4',
    '/nagare_cut/a.mp4',
    'nagare_<b>.mp4',
    `nagare_${'x'.repeat(300)}.mp4`,
    '',
  ])
    expect(namesIn(utf8(text)), text).toEqual([])
  expect(namesIn(utf8('nagare_\u202eabc.mp4'))).toEqual([])
})

test('a shop’s own name begins the names, with spaces and in any script', () => {
  expect(namesIn(utf8('file:///my%20shop_fox.mp4'), 'my shop_')).toEqual(['my shop_fox.mp4'])
  expect(namesIn(utf16('C:\\流れ_fox.mp4'), '流れ_')).toEqual(['流れ_fox.mp4'])
})

test('ten thousand names are found within a second', () => {
  const begun = performance.now()
  expect(namesIn(utf8(anyNames(10_000).join('\n')))).toHaveLength(10_000)
  expect(performance.now() - begun).toBeLessThan(5000)
})

test.each([
  'nagare_fox (1).mp4',
  'nagare_fox copy.mp4',
  'nagare_fox copy 12.mp4',
  'nagare_fox - Copy (2).mp4',
])('%s is a copy of the film', (name) => expect(withoutCopyMark(name)).toBe('nagare_fox.mp4'))

test('a name without a mark stays', () => {
  for (const name of ['nagare_fox (2024 cut).mp4', 'nagare_copy.mp4'])
    expect(withoutCopyMark(name)).toBe(name)
})
