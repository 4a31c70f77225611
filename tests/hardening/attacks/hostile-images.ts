import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { aPhoto } from '../../support/footage.ts'
import { box, entityXmp, u32 } from './hostile-boxes.ts'

/** Pictures with false structures, or that are other files too. `address`: a URL in them that must not be fetched. */
export async function hostileImages(address: string): Promise<Record<string, Buffer>> {
  const sound = await aPhoto(160, 120).jpeg().toBuffer()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="300" height="300"><image x:href="${address}/svg"/><image x:href="file:///etc/passwd"/></svg>`
  return {
    'wide-as-2-billion.png': png(
      header(0x7fff_ffff, 0x7fff_ffff),
      chunk('IDAT', deflateSync(Buffer.alloc(9))),
    ),
    'bomb-of-900-megapixels.png': png(
      header(30_000, 30_000, 1, 0),
      chunk('IDAT', deflateSync(Buffer.alloc(30_000 * 3_751))),
    ),
    'bomb-in-profile.png': png(
      header(160, 120),
      chunk('iCCP', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(200_000_000))])),
      PIXELS,
    ),
    'bomb-in-text.png': png(
      header(160, 120),
      chunk('zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(200_000_000))])),
      PIXELS,
    ),
    'chunk-of-4-gb.png': Buffer.concat([PNG, header(160, 120), u32(0xffff_ffff), text('IDAT')]),
    'no-end.png': png(
      header(160, 120),
      ...Array.from({ length: 100_000 }, () => chunk('tEXt', text('a\0b'))),
      PIXELS,
    ),
    'wide-as-65500.jpg': Buffer.concat([
      hex('ffd8 ffc0 0011 08 ffdc ffdc 03 012200 021101 031101 ffda 000c 03 0100 0211 0311 003f00'),
      Buffer.alloc(1_000),
    ]),
    'a-thousand-scans.jpg': scans(sound, 20_000),
    'loop-in-exif.jpg': withApp1(sound, Buffer.concat([text('Exif\0\0'), tiff(8)])),
    'external-entity.jpg': withApp1(
      sound.subarray(0, -400),
      text(`http://ns.adobe.com/xap/1.0/\0${entityXmp(address)}`),
    ),
    'directory-loop.tiff': tiff(8),
    'four-billion-strips.tiff': Buffer.concat([
      hex(
        '49492a00 08000000 0300 0001 0400 01000000 00010000 0101 0400 01000000 00010000 1101 0400 ffffffff 08000000 00000000',
      ),
      Buffer.alloc(100),
    ]),
    'count-of-exabytes.tiff': Buffer.concat([
      hex(
        '49492b00 0800 0000 1000000000000000 0100000000000000 1101 1000 ffffffffffffff7f 1000000000000000 0000000000000000',
      ),
    ]),
    'wide-as-16-million.webp': riff('VP8X', hex('10000000 ffffff ffffff')),
    'riff-of-4-gb.webp': Buffer.concat([
      text('RIFF'),
      hex('ffffffff'),
      text('WEBPVP8L'),
      hex('ffffffff 2f ffffffff'),
      Buffer.alloc(64),
    ]),
    'frames-of-nothing.webp': riff(
      'VP8X',
      hex('02000000 9f0000 770000'),
      ...Array.from({ length: 20_000 }, () => riffChunk('ANMF', Buffer.alloc(16))),
    ),
    'places-without-end.heic': heif('heic', box('iloc', u32(0), hex('8880 ffff'), Buffer.alloc(200, 255))),
    'refers-to-itself.heic': heif(
      'heic',
      items('grid'),
      box('iref', u32(0), box('dimg', hex('0001 0001 0001'))),
    ),
    'data-elsewhere.heic': heif(
      'heic',
      items('hvc1'),
      box('dinf', box('dref', u32(0), u32(1), box('url ', u32(0), `${address}/heic\0`))),
    ),
    'grid-of-65536.avif': heif(
      'avif',
      items('grid'),
      box('iprp', box('ipco', box('ispe', u32(0), u32(0x7fff_ffff), u32(0x7fff_ffff)))),
      box('idat', hex('0000 ffff 7fffffff 7fffffff')),
    ),
    'nonsense.avif': heif('avif', Buffer.alloc(5_000, 0xa5)),
    'header-of-a-gif.jpg': Buffer.concat([
      text('GIF89a'),
      hex('ffff ffff f7 00 00'),
      Buffer.alloc(900, 0x2c),
    ]),
    'drawing.png': text(svg),
    'packed-drawing.png': gzipSync(`${svg}${' '.repeat(50_000_000)}`),
    'drawing-behind-a-mark.webp': text(`RIFF    WEBP<?xml version="1.0"?>${svg}`),
    'delegate.png': text(
      `push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 '${address}/mvg'\npop graphic-context`,
    ),
    'page.jpg': text(`%!PS\n(/etc/passwd) (r) file 1024 string readstring pop print\n%%EOF ${address}`),
    'only-a-mark.png': PNG,
    'page-behind-a-photo.jpg': Buffer.concat([sound, text('<script>pwned</script>PK\x03\x04')]),
    'one-byte.jpg': hex('ff'),
  }
}

/** Harmless if nothing in them is followed: the picture is accepted, and only the picture. */
export const TAKEN = [
  'bomb-in-profile.png',
  'bomb-in-text.png',
  'no-end.png',
  'loop-in-exif.jpg',
  'page-behind-a-photo.jpg',
]

const text = (letters: string) => Buffer.from(letters, 'latin1')
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const PNG = hex('89504e470d0a1a0a')

const png = (...chunks: Buffer[]) => Buffer.concat([PNG, ...chunks, chunk('IEND', Buffer.alloc(0))])
/** 160 × 120 black pixels. */
const PIXELS = chunk('IDAT', deflateSync(Buffer.alloc(120 * 481)))

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([text(name), data])
  return Buffer.concat([u32(data.length), named, u32(crc32(named))])
}

function header(width: number, height: number, bits = 8, colours = 2): Buffer {
  return chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([bits, colours, 0, 0, 0])]))
}

/** A directory with the next one at `next`: 8 is the directory itself. */
const tiff = (next: number) =>
  Buffer.concat([hex('49492a00 08000000 0100 1201 0300 01000000 01000000'), Buffer.from([next, 0, 0, 0])])

function withApp1(jpeg: Buffer, data: Buffer): Buffer {
  const length = Buffer.from([(data.length + 2) >> 8, (data.length + 2) & 255])
  return Buffer.concat([hex('ffd8 ffe1'), length, data, jpeg.subarray(2)])
}

/** The same scan many times: each is decoded over the whole picture. */
function scans(jpeg: Buffer, count: number): Buffer {
  const start = jpeg.indexOf(hex('ffda'))
  const scan = hex('ffda 0008 01 01 00 00 00 10')
  const progressive = Buffer.from(jpeg.subarray(0, start))
  const frame = progressive.indexOf(hex('ffc0'))
  if (frame > 0) progressive.set(hex('ffc2 0011 08 2710 2710'), frame)
  return Buffer.concat([progressive, ...Array.from({ length: count }, () => scan), hex('ffd9')])
}

function riffChunk(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([text(name), size, data])
}

const riff = (name: string, data: Buffer, ...more: Buffer[]) =>
  riffChunk('RIFF', Buffer.concat([text('WEBP'), riffChunk(name, data), ...more]))

const heif = (brand: string, ...boxes: Buffer[]) =>
  Buffer.concat([
    box('ftyp', brand, u32(0), `${brand}mif1`),
    box(
      'meta',
      u32(0),
      box('hdlr', Buffer.alloc(8), 'pict', Buffer.alloc(13)),
      box('pitm', u32(0), hex('0001')),
      ...boxes,
    ),
    box('mdat', Buffer.alloc(2_000)),
  ])

const items = (type: string) =>
  box('iinf', u32(0), hex('0001'), box('infe', u32(0x0200_0000), hex('0001 0000'), `${type}\0`))
