import { pipeline } from 'node:stream/promises'
import { isNotModified, matchesIfRange } from '#server/http/cache/conditional.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuseStatus } from '#server/http/refuse.ts'
import { DRAWING_POLICY, NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import type { ByteRange, Storage, StoredObject } from '#server/media/storage.ts'
import type { MediaObject } from './media-objects.ts'
import { requestedRange } from './range-header.ts'
import { type BufferPool, sendFile } from './send-file.ts'

interface SendMediaOptions {
  /** Flat headers: who may keep the answer, and the file's name. */
  access: readonly string[]
  pool: BufferPool
  storage: Pick<Storage, 'read'>
}

interface Part {
  status: 200 | 206
  headers: readonly string[]
  range: ByteRange
}

type Validators = ReturnType<typeof validatorsOf>

/** Answers with an object, a part of it, or 304 if the client has it. */
export function sendMedia(
  exchange: Exchange,
  media: MediaObject,
  options: SendMediaOptions,
): Promise<void> | void {
  const { object } = media
  const validators = validatorsOf(object)
  const headers = [...headersOf(object, validators), ...options.access]
  if (isNotModified(exchange.req.headers, validators)) return exchange.send(304, headers)
  const range = rangeFor(exchange, object.size, validators)
  if (range === 'unsatisfiable')
    return refuseStatus(exchange, 416, ['Content-Range', `bytes */${object.size}`])
  return sendPart(exchange, media, { part: partOf(object, headers, range), options })
}

function sendPart(
  exchange: Exchange,
  { object, bytes, file }: MediaObject,
  { part, options }: { part: Part; options: SendMediaOptions },
): Promise<void> | void {
  const { status, headers, range } = part
  if (exchange.isHead) return exchange.send(status, headers)
  if (bytes) return exchange.send(status, headers, bytes.subarray(range.start, range.end + 1))
  if (!file?.hold()) return sendStream(exchange, part, options.storage.read(object.key, range))
  exchange.start(status, headers)
  return sendFile(exchange.res, { fd: file.fd, range, pool: options.pool }).finally(() => file.release())
}

async function sendStream(
  exchange: Exchange,
  { status, headers }: Part,
  opening: ReturnType<Storage['read']>,
): Promise<void> {
  const stream = await opening
  exchange.start(status, headers)
  await pipeline(stream, exchange.res).catch((error) => {
    if (!exchange.res.destroyed) throw error
  })
}

function partOf(object: StoredObject, headers: string[], asked: ByteRange | 'whole'): Part {
  const range = asked === 'whole' ? { start: 0, end: object.size - 1 } : asked
  const all = [...headers, 'Content-Length', String(range.end - range.start + 1)]
  if (asked === 'whole') return { status: 200, headers: all, range }
  all.push('Content-Range', `bytes ${range.start}-${range.end}/${object.size}`)
  return { status: 206, headers: all, range }
}

/** The asked range; only for GET, and only if the client has a part of the same version (If-Range). */
function rangeFor(
  { method, req }: Exchange,
  size: number,
  validators: Validators,
): ByteRange | 'whole' | 'unsatisfiable' {
  const ifRange = req.headers['if-range']
  const isSame = typeof ifRange !== 'string' || matchesIfRange(ifRange, validators)
  return method === 'GET' && isSame ? requestedRange(req.headers.range, size) : 'whole'
}

function headersOf(object: StoredObject, { etag, lastModified }: Validators): string[] {
  return [
    ...['Content-Type', object.contentType],
    ...['Accept-Ranges', 'bytes'],
    ...['ETag', etag],
    ...['Last-Modified', lastModified],
    ...(object.key.endsWith('.svg') ? DRAWING_POLICY : NO_CONTENT_POLICY),
  ]
}

function validatorsOf({ etag, modified }: StoredObject) {
  return { etag: `"${etag}"`, lastModified: modified.toUTCString() }
}
