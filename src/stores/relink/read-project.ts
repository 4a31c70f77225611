import { filmNamesIn, OVERLAP } from '#domain/relink/film-names.ts'

/** Bytes that a packed file may become, so that a bomb ends. */
const MOST_UNPACKED = 1_000_000_000
/** What a file in a zip counts for besides its bytes. */
const ENTRY = 200_000
/** Bytes read at once: what is unpacked may be a thousand times as long. */
const PIECE = 32_768
/** Milliseconds of reading until the page may draw and answer. */
const TURN_MS = 30
/** The last record of a zip with the longest comment. */
const DIRECTORY_END = 22 + 65_535
/** Names of all files together. */
export const MOST_IN_ALL = 2000
/** Footage, sound and pictures beside a project: their names count, not their bytes. */
const FOOTAGE =
  /\.(?:mp4|m4v|mov|mxf|avi|mkv|webm|wav|mp3|m4a|aiff?|flac|jpe?g|png|gif|tiff?|psd|exr|dng|heic|pek|cfa)$/i

export type Problem = 'tooLarge' | 'damaged' | 'tooMany'

export interface ReadFile {
  names: Set<string>
  /** Why names may be missing. */
  problem?: Problem
}

class Unreadable extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Names of our films in a project file of any program, also packed ones; nothing leaves the browser.
 * @param left bytes that may be unpacked
 */
export async function readProject(file: File, prefix: string, left = MOST_UNPACKED): Promise<ReadFile> {
  const names = filmNamesIn(new TextEncoder().encode(file.name), prefix)
  if (FOOTAGE.test(file.name)) return { names }
  try {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
    if (isZip(start)) await readZip(file, { prefix, names, left })
    else
      await readStream(file.stream(), {
        prefix,
        names,
        left: isGzip(start) ? left : Number.POSITIVE_INFINITY,
      })
    return { names }
  } catch (error) {
    if (error instanceof Unreadable) return { names, problem: error.problem }
    console.info(`${file.name} could not be read to its end`, error)
    return { names, problem: 'damaged' }
  }
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

const isZip = ([a, b, c, d]: Uint8Array) => a === 0x50 && b === 0x4b && c === 3 && d === 4
const isGzip = ([a, b]: Uint8Array) => a === 0x1f && b === 0x8b

interface Reading {
  prefix: string
  names: Set<string>
  /** Bytes that may still be unpacked. */
  left: number
}

async function readZip(file: File, reading: Reading): Promise<void> {
  for await (const { name, bytes } of entriesOf(file)) {
    for (const film of filmNamesIn(new TextEncoder().encode(name), reading.prefix)) reading.names.add(film)
    if (name.endsWith('/') || FOOTAGE.test(name)) continue
    reading.left -= ENTRY
    await readStream(bytes(), reading)
  }
}

/** Files in a zip, by its directory at the end (APPNOTE 6.3.10, 4.3.7 to 4.3.16). @throws RangeError if it is broken */
async function* entriesOf(file: File) {
  const view = async (start: number, end?: number) => new DataView(await file.slice(start, end).arrayBuffer())
  const tail = await view(-DIRECTORY_END)
  let at = tail.byteLength - 22
  while (tail.getUint32(at, true) !== 0x06054b50) at--
  const start = tail.getUint32(at + 16, true)
  const list = await view(start, start + tail.getUint32(at + 12, true))
  for (let at = 0; at < list.byteLength; ) {
    const [length = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => list.getUint16(at + field, true))
    const [packed = 0, from = 0] = [20, 42].map((field) => list.getUint32(at + field, true))
    const isPacked = list.getUint16(at + 10, true) === 8
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, length))
    const bytes = async () => {
      const head = await view(from, from + 30)
      const begin = from + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const stream = file.slice(begin, begin + packed).stream()
      return isPacked ? unpack(stream, 'deflate-raw') : stream
    }
    yield { name, bytes }
    at += 46 + length + extra + comment
  }
}

/** Reads a stream part by part; one that begins as gzip is unpacked. */
async function readStream(stream: Bytes | Promise<Bytes>, reading: Reading): Promise<void> {
  const { prefix, names } = reading
  const reader = (await unpacked(await stream)).pipeThrough(inPieces()).getReader()
  let kept = new Uint8Array()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      reading.left -= part.value.length
      if (reading.left < 0) throw new Unreadable('tooLarge')
      const bytes = new Uint8Array(kept.length + part.value.length)
      bytes.set(kept)
      bytes.set(part.value, kept.length)
      for (const name of filmNamesIn(bytes, prefix)) names.add(name)
      if (names.size > MOST_IN_ALL) throw new Unreadable('tooMany')
      kept = bytes.slice(-OVERLAP)
      await turn()
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

let turned = 0

async function turn(): Promise<void> {
  if (performance.now() - turned < TURN_MS) return
  await new Promise((resolve) => setTimeout(resolve))
  turned = performance.now()
}

const unpack = (stream: Bytes, format: CompressionFormat) =>
  stream.pipeThrough(inPieces()).pipeThrough(new DecompressionStream(format))

const inPieces = () =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, control) {
      for (let at = 0; at < bytes.length; at += PIECE) control.enqueue(bytes.subarray(at, at + PIECE))
    },
  })

async function unpacked(stream: Bytes): Promise<Bytes> {
  const [start, whole] = stream.tee()
  const reader = start.getReader()
  const { value } = await reader.read()
  void reader.cancel()
  return value && isGzip(value) ? unpack(whole, 'gzip') : whole
}
