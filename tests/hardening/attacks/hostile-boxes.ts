import { deflateSync } from 'node:zlib'

/**
 * Films with false structures, made of ISO boxes and EBML elements. `address`: a URL in them that must not be fetched.
 */
export function hostileFilms(address: string): Record<string, Buffer> {
  const remote = box('url ', u32(0), `${address}/dref\0`)
  const local = box('alis', u32(0), '/etc/passwd\0')
  return {
    'index-empty.mp4': film(box('moov')),
    'box-of-4-gb.mp4': Buffer.concat([FTYP, u32(0xffff_ffff), text('moov'), Buffer.alloc(64)]),
    'box-of-8-eb.mp4': Buffer.concat([FTYP, u32(1), text('moov'), u64(2n ** 63n - 1n), Buffer.alloc(64)]),
    'box-smaller-than-its-head.mp4': Buffer.concat([FTYP, u32(4), text('moov'), u32(4), text('moov')]),
    'boxes-of-nothing.mp4': Buffer.concat([FTYP, ...Array.from({ length: 200_000 }, () => box('free'))]),
    'boxes-in-boxes.mp4': film(nested(20_000, (inner) => box('moov', inner))),
    'index-in-itself.mov': film(nested(500, (inner) => box('moov', box('trak', inner)))),
    'four-billion-times.mp4': film(index({ stts: [u32(0), u32(0xffff_ffff), u32(1), u32(1)] })),
    'four-billion-sizes.mp4': film(index({ stsz: [u32(0), u32(0), u32(0xffff_ffff)] })),
    'four-billion-equal-sizes.mp4': film(index({ stsz: [u32(0), u32(1), u32(0xffff_ffff)] })),
    'four-billion-chunks.mp4': film(index({ stco: [u32(0), u32(0xffff_ffff), u32(8)] })),
    'four-billion-edits.mp4': film(index({}, [box('edts', box('elst', u32(0), u32(0xffff_ffff)))])),
    'wide-as-65535.mp4': film(index({}, [], { width: 65_535, height: 65_535 })),
    'no-time-scale.mp4': film(index({}, [], { timescale: 0 })),
    'longer-than-time.mp4': film(index({}, [], { duration: 0xffff_ffff, timescale: 1 })),
    'pieces-without-end.mp4': film(
      index({}),
      box('moof', box('traf', box('trun', u32(0xf01), u32(0xffff_ffff)))),
    ),
    'film-elsewhere.mp4': film(index({}, [], { dref: remote })),
    'film-in-passwd.mov': film(index({}, [], { dref: local })),
    'reference-movie.mov': film(
      box('moov', box('rmra', box('rmda', box('rdrf', u32(0), text('url '), u32(address.length), address)))),
    ),
    'packed-index.mov': film(packedIndex(0x7fff_ffff)),
    'packed-bomb.mov': film(packedIndex(300_000_000)),
    'texts-without-end.mp4': film(
      box('moov', box('udta', box('meta', u32(0), box('ilst', u32(0xffff_fff0), text('covr'))))),
    ),
    'external-entity.mp4': film(index({}), box('uuid', XMP_ID, entityXmp(address))),
    'playlist-after-head.mp4': Buffer.concat([FTYP, text(`\n#EXTM3U\n#EXTINF:5,\n${address}/hls\n`)]),
    'elements-of-64-pb.mkv': Buffer.concat([EBML, hex('18538067 01fffffffffffffe'), Buffer.alloc(64)]),
    'elements-in-elements.mkv': Buffer.concat([
      EBML,
      hex('18538067 01ffffffffffffff'),
      Buffer.alloc(200_000, hex('1654ae6b 01ffffffffffffff')),
    ]),
    'elements-of-nothing.mkv': Buffer.concat([
      EBML,
      hex('18538067 01ffffffffffffff'),
      Buffer.alloc(400_000, hex('ec80')),
    ]),
    'wide-as-4-billion.mkv': Buffer.concat([
      EBML,
      hex(
        '18538067 01ffffffffffffff 1654ae6b 96 ae 94 d7 81 01 83 81 01 e0 8c b0 84 ffffffff ba 84 ffffffff',
      ),
    ]),
  }
}

const text = (letters: string) => Buffer.from(letters, 'latin1')
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** Its length, name and content. */
export function box(name: string, ...parts: (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))
  return Buffer.concat([u32(inside.length + 8), text(name), inside])
}

const FTYP = box('ftyp', 'isom', u32(512), 'isomiso2avc1mp41')
const EBML = hex(
  '1a45dfa3 9f 4286 8101 42f7 8101 42f2 8104 42f3 8108 4282 88 6d6174726f736b61 4287 8104 4285 8102',
)
const XMP_ID = hex('be7acfcb97a942e89c71999491e3afac')

const film = (...boxes: Buffer[]) => Buffer.concat([FTYP, ...boxes, box('mdat', Buffer.alloc(30_000))])

/** Built from the inside, to avoid quadratic time. */
function nested(depth: number, around: (inner: Buffer) => Buffer): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let at = 0; at < depth; at++) inner = around(inner)
  return inner
}

interface Sizes {
  width?: number
  height?: number
  timescale?: number
  duration?: number
  dref?: Buffer
}

const FRAMES = 25

/** A film of one track; `tables` replaces its tables by name. */
function index(tables: Record<string, Buffer[]>, more: Buffer[] = [], sizes: Sizes = {}): Buffer {
  const { width = 192, height = 108, timescale = 1000, duration = 2000, dref = box('url ', u32(1)) } = sizes
  const zeros = (count: number) => Buffer.alloc(count)
  const frame = Buffer.concat([zeros(6), u16(1), zeros(16), u16(width), u16(height), zeros(50)])
  const all = {
    stsd: [u32(0), u32(1), box('jpeg', frame)],
    stts: [u32(0), u32(1), u32(FRAMES), u32(80)],
    stsc: [u32(0), u32(1), u32(1), u32(FRAMES), u32(1)],
    stsz: [u32(0), u32(900), u32(FRAMES)],
    stco: [u32(0), u32(1), u32(40)],
    ...tables,
  }
  const stbl = box('stbl', ...Object.entries(all).map(([name, parts]) => box(name, ...parts)))
  const minf = box('minf', box('vmhd', zeros(12)), box('dinf', box('dref', u32(0), u32(1), dref)), stbl)
  const mdhd = box('mdhd', zeros(12), u32(timescale), u32(duration), zeros(4))
  const mdia = box('mdia', mdhd, box('hdlr', zeros(8), 'vide', zeros(13)), minf)
  const tkhd = box(
    'tkhd',
    u32(7),
    zeros(8),
    u32(1),
    zeros(4),
    u32(duration),
    zeros(52),
    u16(width),
    zeros(2),
    u16(height),
    zeros(2),
  )
  const mvhd = box('mvhd', zeros(12), u32(timescale), u32(duration), zeros(80))
  return box('moov', mvhd, box('trak', tkhd, ...more, mdia))
}

/** A compressed QuickTime index that claims to have `claimed` bytes. */
function packedIndex(claimed: number): Buffer {
  const packed = deflateSync(Buffer.alloc(Math.min(claimed, 300_000_000)))
  return box('moov', box('cmov', box('dcom', 'zlib'), box('cmvd', u32(claimed), packed)))
}

/** XMP with external entities, or with entities that grow to gigabytes. */
export function entityXmp(address: string): string {
  const grown = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join(
    '',
  )
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY u SYSTEM "${address}/xxe">${grown}]>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">&f;&u;&e9;</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}
