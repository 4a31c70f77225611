import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '#contract/errors.ts'
import type { Exchange } from './exchange.ts'
import { refusalOf } from './refuse.ts'

/** After a refusal, a client that still sends is cut off when the first of these is reached. */
const LINGER_MS = 1000
const LINGER_BYTES = 1024 * 1024

/** The whole body; 'tooLarge' as soon as it exceeds the limit, 'aborted' if the client left or was too slow. */
export async function readBody(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'tooLarge' | 'aborted'> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'tooLarge'
  const chunks: Buffer[] = []
  let length = 0
  const { promise, resolve } = Promise.withResolvers<Buffer | 'tooLarge' | 'aborted'>()
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) return resolve('tooLarge')
    chunks.push(chunk)
  })
  req.once('end', () => resolve(Buffer.concat(chunks)))
  req.once('error', () => resolve('aborted'))
  req.once('close', () => resolve('aborted'))
  return promise.finally(() => req.removeAllListeners('data'))
}

/**
 * Refuses a request without reading its body, then closes. Closing while the client still sends would lose the answer.
 */
export async function refuseBody(
  exchange: Exchange,
  code: ErrorCode = 'bodyTooLarge',
  detail = '',
): Promise<void> {
  const { status, headers, body } = refusalOf(exchange, code, detail)
  exchange.start(status, [...headers, 'Connection', 'close'])
  exchange.res.write(body)
  await discard(exchange.req)
  exchange.res.end()
}

async function discard(req: IncomingMessage): Promise<void> {
  if (req.readableEnded || req.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(resolve, LINGER_MS)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) resolve()
  })
  req.once('end', resolve)
  req.once('close', resolve)
  await promise
  clearTimeout(timer)
}
