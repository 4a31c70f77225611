import { expect, test } from 'vitest'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { aFolder, signing } from '../../../../tests/support/backup-site.ts'
import { isWhole } from './whole-file.ts'

async function whole(key: string, bytes: Buffer): Promise<boolean> {
  const storage = await openDiskStorage(await aFolder(), signing)
  await storage.put(key, bytes, 'application/octet-stream')
  return isWhole(storage, (await storage.stat(key))!)
}

/** A box of ISO base media, `claimed` bytes long by its head. */
function box(type: string, length: number, claimed = length): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32BE(claimed)
  bytes.write(type, 4)
  return bytes
}

/** A box whose length has 64 bits. */
function longBox(length: number, claimed = length): Buffer {
  const bytes = box('mdat', length, 1)
  bytes.writeBigUInt64BE(BigInt(claimed), 8)
  return bytes
}

const film = (...boxes: Buffer[]) => Buffer.concat([box('ftyp', 16), ...boxes])
const boxes = (number: number) => Array.from({ length: number }, () => box('free', 8))

test.each([
  ['as long as its boxes', film(box('mdat', 40)), true],
  ['cut', film(box('mdat', 40, 41)), false],
  ['followed by rubbish', film(box('mdat', 40), Buffer.alloc(8)), true],
  ['followed by fewer bytes than a head', film(box('mdat', 40), Buffer.alloc(7, 1)), false],
  ['with a long box', film(longBox(40)), true],
  ['with a long box that is cut', film(longBox(40, 41)), false],
  ['with a long box whose head is cut', film(box('mdat', 15, 1)), false],
  ['whose last box goes to the end', film(box('mdat', 40, 0)), true],
  ['with a box shorter than its head', film(box('mdat', 40, 7)), false],
  ['with boxes of only a head', film(...boxes(3)), true],
  ['with 1,001 boxes', film(...boxes(1_000)), true],
  ['with 1,002 boxes', film(...boxes(1_001)), false],
  ['that begins with something else', Buffer.concat([box('moov', 16), box('mdat', 40)]), false],
  ['of 16 bytes', box('ftyp', 16), true],
  ['of 15 bytes', box('ftyp', 15), false],
] as const)('a film %s: %#', async (_, bytes, expected) => {
  for (const key of ['full/a.mp4', 'poster/a/160.avif']) expect(await whole(key, bytes)).toBe(expected)
})

test.each([
  ['ffd8', 'ffd9', true],
  ['ffd9', 'ffd9', false],
  ['ffd8', 'ffd8', false],
])('a JPEG from %s to %s: %s', async (start, end, expected) => {
  const bytes = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(20), Buffer.from(end, 'hex')])
  expect(await whole('poster/a/160.jpg', bytes)).toBe(expected)
})

test.each([
  ['RIFF', 0, true],
  ['RIFF', 1, true],
  ['RIFF', -1, true],
  ['RIFF', 2, false],
  ['RIFF', -2, false],
  ['RIFX', 0, false],
])('a WebP %s whose length is off by %i: %s', async (head, off, expected) => {
  const bytes = Buffer.alloc(40)
  bytes.write(head)
  bytes.writeUInt32LE(bytes.length - 8 + off, 4)
  expect(await whole('poster/a/160.webp', bytes)).toBe(expected)
})

test('a file of another kind passes, unless it is nearly empty', async () => {
  expect(await whole('sheet/a.png', Buffer.alloc(16))).toBe(true)
  expect(await whole('sheet/a.png', Buffer.alloc(15))).toBe(false)
})
