import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

interface Table {
  tag: number
  checksum: number
  bytes: Buffer
}

/** The TrueType font in a WOFF file (W3C WOFF 1.0); pdfkit inflates it in JavaScript, which is slow. */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => tableAt(woff, index))
  const parts = [headerOf(woff.readUInt32BE(4), tables.length)]
  let offset = SFNT_HEADER + tables.length * SFNT_ENTRY
  for (const table of tables) {
    parts.push(entryOf(table, offset))
    offset += padded(table.bytes.length)
  }
  for (const { bytes } of tables) parts.push(bytes, Buffer.alloc(padded(bytes.length) - bytes.length))
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, index: number): Table {
  const at = WOFF_HEADER + index * WOFF_ENTRY
  const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
    woff.readUInt32BE(at + field),
  )
  const bytes = woff.subarray(offset, offset! + packed!)
  return { tag: tag!, checksum: checksum!, bytes: packed === length ? bytes : inflateSync(bytes) }
}

/** OpenType's table directory: after the count, three numbers for a binary search. */
function headerOf(flavor: number, tables: number): Buffer {
  const power = Math.floor(Math.log2(tables))
  const range = 2 ** power * SFNT_ENTRY
  const header = Buffer.alloc(SFNT_HEADER)
  header.writeUInt32BE(flavor, 0)
  for (const [index, value] of [tables, range, power, tables * SFNT_ENTRY - range].entries())
    header.writeUInt16BE(value, 4 + index * 2)
  return header
}

function entryOf({ tag, checksum, bytes }: Table, offset: number): Buffer {
  const entry = Buffer.alloc(SFNT_ENTRY)
  for (const [index, value] of [tag, checksum, offset, bytes.length].entries())
    entry.writeUInt32BE(value, index * 4)
  return entry
}

/** Tables start at multiples of four bytes. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
