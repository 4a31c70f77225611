import sharp from 'sharp'
import { expect, test } from 'vitest'
import { detailsOf } from '#server/ingest/sheets/metadata.ts'
import { filmNotes } from './film-notes.ts'
import { imageNotes, sidecarNotes } from './image-notes.ts'
import { joinNotes, NO_NOTES } from './notes.ts'

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:DateCreated="2023-04-05T06:07:08">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Torii gate</rdf:li><rdf:li xml:lang="ja-JP">鳥居</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">A red\u202e gate.</rdf:li></rdf:Alt></dc:description>
<dc:subject><rdf:Bag><rdf:li>gate</rdf:li><rdf:li>赤、門</rdf:li><rdf:li>gate</rdf:li></rdf:Bag></dc:subject>
<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const WHAT_XMP_SAYS = {
  titles: ['Torii gate', '鳥居'],
  descriptions: ['A red  gate.'],
  keywords: ['gate', '赤', '門'],
  creators: ['Ann'],
  dates: ['2023-04-05'],
}

const picture = () => sharp({ create: { width: 16, height: 16, channels: 3, background: '#406080' } })

/** Adds IPTC records (dataset 2, in UTF-8) as Photoshop's segment of a JPEG. */
function withIptc(jpeg: Buffer, records: [number, string][]): Buffer {
  const record = (head: number[], text: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([Buffer.from([0x1c, ...head]), length, text])
  }
  const all = [
    record([1, 90], Buffer.from('\x1b%G')),
    ...records.map(([id, text]) => record([2, id], Buffer.from(text))),
  ]
  const data = Buffer.concat(all)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const padding = Buffer.alloc(data.length % 2)
  const body = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    size,
    data,
    padding,
  ])
  const marker = Buffer.from([0xff, 0xed, 0, 0])
  marker.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)])
}

test.each(['jpeg', 'webp', 'avif', 'tiff'] as const)('XMP of a %s is read', async (form) => {
  const jpeg = await picture().withXmp(XMP).jpeg().toBuffer()
  expect(await imageNotes(await sharp(jpeg).keepXmp()[form]().toBuffer())).toEqual(WHAT_XMP_SAYS)
})

test('a sidecar is read', async () => {
  const bare = XMP.slice(XMP.indexOf('<x:xmpmeta'), XMP.indexOf('<?xpacket end'))
  for (const text of [XMP, bare, `<?xml version="1.0"?>\n${bare}`])
    expect(await sidecarNotes(Buffer.from(text))).toEqual(WHAT_XMP_SAYS)
  expect(await sidecarNotes(Buffer.from('no XML'))).toEqual(NO_NOTES)
})

test("Windows' Japanese title and a camera's notes are read, without meaningless texts", async () => {
  const exif = {
    IFD0: {
      XPTitle: '清水寺の秋',
      XPKeywords: '寺;紅葉',
      Artist: 'Yuki',
      ImageDescription: 'OLYMPUS DIGITAL CAMERA',
    },
    IFD2: { DateTimeOriginal: '2024:11:20 07:00:00' },
  }
  expect(await imageNotes(await picture().withExif(exif).jpeg().toBuffer())).toEqual({
    titles: ['清水寺の秋'],
    descriptions: [],
    keywords: ['寺', '紅葉'],
    creators: ['Yuki'],
    dates: ['2024-11-20'],
  })
})

test('IPTC is read, in Japanese too', async () => {
  const records: [number, string][] = [
    [5, '雨の京都'],
    [120, 'Rain in Kyoto'],
    [25, 'rain'],
    [25, '雨'],
    [80, 'Ken'],
    [55, '20240607'],
  ]
  expect(await imageNotes(withIptc(await picture().jpeg().toBuffer(), records))).toEqual({
    titles: ['雨の京都'],
    descriptions: ['Rain in Kyoto'],
    keywords: ['rain', '雨'],
    creators: ['Ken'],
    dates: ['2024-06-07'],
  })
})

test('tags of QuickTime and Matroska are read', () => {
  const tags = {
    'com.apple.quicktime.title': 'Waves',
    'title-jpn': '波',
    DESCRIPTION: 'At dusk',
    'com.apple.quicktime.keywords': 'sea, dusk、海；雲',
    ARTIST: 'Mio',
    creation_time: '1970-01-01T00:00:00.000000Z',
    'com.apple.quicktime.creationdate': '2024-08-09T18:00:00+0900',
    encoder: 'Lavf60',
    comment: 'made with software',
  }
  expect(filmNotes(tags)).toEqual({
    titles: ['Waves', '波'],
    descriptions: ['At dusk'],
    keywords: ['sea', 'dusk', '海', '雲'],
    creators: ['Mio'],
    dates: ['2024-08-09'],
  })
})

test('other or broken files have no notes', async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<x:xmpmeta'),
    Buffer.from(XMP.slice(0, 700)),
    Buffer.alloc(99, 0xff),
  ])
    expect(await imageNotes(bytes)).toEqual(NO_NOTES)
})

test('a row comes first, then notes by language, then the name for the title', () => {
  const notes = joinNotes({ ...NO_NOTES, titles: ['波'] }, WHAT_XMP_SAYS)
  expect(detailsOf('koi.jpg', undefined, notes, 'Nagare')).toMatchObject({
    ...{ title: 'Torii gate', title_ja: '波', description: 'A red  gate.', description_ja: 'A red  gate.' },
    ...{ keywords: ['gate'], keywords_ja: ['赤', '門'], user_name: 'Ann', date_created: '2023-04-05' },
  })
  expect(detailsOf('koi_pond.jpg', undefined, NO_NOTES, 'Nagare')).toMatchObject({
    title: 'Koi pond',
    user_name: '',
  })
})
