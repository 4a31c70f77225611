/** ffmpeg's names of values that differ from sRGB. */
export interface StillColors {
  primaries: string
  transfer: string
}

/** Codes of ITU-T H.273. */
const PRIMARIES: Record<number, string> = { 9: 'bt2020', 11: 'smpte431', 12: 'smpte432' }
const TRANSFERS: Record<number, string> = { 16: 'smpte2084', 18: 'arib-std-b67' }

interface Box {
  type: string
  /** Without the header. */
  body: Buffer
}

/** The colours of a HEIC or AVIF file's primary image by its codes (`nclx`); undefined for sRGB. ISO 23008-12 §6. */
export function heifColors(file: Buffer): StillColors | undefined {
  const meta =
    boxes(file)
      .find(({ type }) => type === 'meta')
      ?.body.subarray(4) ?? Buffer.alloc(0)
  const inMeta = boxes(meta)
  const [pitm, iprp] = [bodyOf('pitm', inMeta), bodyOf('iprp', inMeta)]
  const [ipco, ipma] = [bodyOf('ipco', boxes(iprp ?? meta)), bodyOf('ipma', boxes(iprp ?? meta))]
  if (!pitm || !ipco || !ipma) return undefined
  const all = boxes(ipco)
  const own = propertiesOf(primaryItem(pitm), ipma).map((index) => all[index - 1])
  const nclx = own.find((box) => box?.type === 'colr' && box.body.toString('latin1', 0, 4) === 'nclx')?.body
  const [primaries, transfer] = [PRIMARIES[nclx?.readUInt16BE(4) ?? 0], TRANSFERS[nclx?.readUInt16BE(6) ?? 0]]
  if (!primaries && !transfer) return undefined
  return { primaries: primaries ?? 'bt709', transfer: transfer ?? 'iec61966-2-1' }
}

const bodyOf = (type: string, list: Box[]) => list.find((box) => box.type === type)?.body

function boxes(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const large = size === 1 && at + 16 <= bytes.length
    const header = large ? 16 : 8
    const length = large ? Number(bytes.readBigUInt64BE(at + 8)) : size || bytes.length - at
    if (length < header) break
    found.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + header, at + length),
    })
    at += length
  }
  return found
}

const primaryItem = (pitm: Buffer) => (pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4))

/** Indices from 1 into the property container. */
function propertiesOf(item: number, ipma: Buffer): number[] {
  const wideIds = (ipma[0] ?? 0) > 0
  const wideIndices = ((ipma[3] ?? 0) & 1) === 1
  let at = 8
  for (let entries = ipma.readUInt32BE(4); entries > 0; entries--) {
    const id = wideIds ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at)
    at += wideIds ? 4 : 2
    const count = ipma.readUInt8(at++)
    const index = (i: number) =>
      wideIndices ? ipma.readUInt16BE(at + 2 * i) & 0x7fff : ipma.readUInt8(at + i) & 0x7f
    if (id === item) return Array.from({ length: count }, (_, i) => index(i))
    at += count * (wideIndices ? 2 : 1)
  }
  return []
}
