import { buffer } from 'node:stream/consumers'
import type { Storage, StoredObject } from '#server/media/storage.ts'

/** Longest list of boxes; a film has four or five. */
const MOST_BOXES = 1_000

/** Whether a file ends where its own format says; reads a few bytes. Unknown formats pass. */
export async function isWhole(storage: Storage, { key, size }: StoredObject): Promise<boolean> {
  const bytes = async (start: number, length: number) =>
    buffer(await storage.read(key, { start, end: Math.min(start + length, size) - 1 }))
  if (size < 16) return false
  if (key.endsWith('.jpg')) {
    const [start, end] = [await bytes(0, 2), await bytes(size - 2, 2)]
    return start.readUInt16BE() === 0xffd8 && end.readUInt16BE() === 0xffd9
  }
  if (key.endsWith('.webp')) {
    const head = await bytes(0, 8)
    // Chunks are padded to even lengths.
    return head.toString('latin1', 0, 4) === 'RIFF' && Math.abs(head.readUInt32LE(4) + 8 - size) <= 1
  }
  return /\.(?:mp4|avif)$/.test(key) ? hasWholeBoxes(size, bytes) : true
}

/** ISO base media: boxes one after the other, each with its length. */
async function hasWholeBoxes(
  size: number,
  bytes: (start: number, length: number) => Promise<Buffer>,
): Promise<boolean> {
  if ((await bytes(4, 4)).toString('latin1') !== 'ftyp') return false
  let at = 0
  for (let box = 0; at < size; box++) {
    const head = await bytes(at, 16)
    if (head.length < 8 || box > MOST_BOXES) return false
    const short = head.readUInt32BE(0)
    if (short === 0) return true
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8) return false
    at += length
  }
  return at === size
}
