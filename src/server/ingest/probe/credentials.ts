import { open } from 'node:fs/promises'

/** User type of the box at the top of an MP4 or HEIF file that holds C2PA's manifests (C2PA 2.2, appendix A). */
const BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
/** How they begin in a JPEG, PNG or other file, near its start. */
const MANIFESTS = Buffer.from('jumdc2pa\x00\x11\x00\x10\x80\x00\x00\xaa\x008\x9bq', 'latin1')
const HEAD = 1_000_000
/** A film has a few dozen boxes at its top. */
const MOST_BOXES = 1_000

/** Whether a master carries C2PA credentials. They are bound to its bytes, so no film of ours can carry them on. */
export async function hasCredentials(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const readAt = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const head = await readAt(0, HEAD)
    if (head.includes(MANIFESTS)) return true
    if (head.toString('latin1', 4, 8) !== 'ftyp') return false
    for (let at = 0, boxes = 0; boxes < MOST_BOXES; boxes++) {
      const box = await readAt(at, 32)
      if (box.length < 16) return false
      if (box.toString('latin1', 4, 8) === 'uuid' && box.includes(BOX)) return true
      const size = box.readUInt32BE(0)
      const length = size === 1 ? Number(box.readBigUInt64BE(8)) : size
      // 0: up to the end of the file.
      if (length < 8 || !Number.isSafeInteger(length)) return false
      at += length
    }
    return false
  } finally {
    await file.close()
  }
}
