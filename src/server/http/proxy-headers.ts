import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Ids that are safe to log. */
const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/

const processId = randomBytes(6).toString('base64url')
let count = 0

/** Names a request in its answer, the log and error messages: a trusted proxy's X-Request-Id, or a new id. */
export function requestId(req: IncomingMessage, trustProxy: boolean): string {
  const given = req.headers['x-request-id']
  if (trustProxy && typeof given === 'string' && SANE_ID.test(given)) return given
  count += 1
  return `${processId}-${count.toString(36)}`
}

/** The client's IP address; behind a trusted proxy the last of X-Forwarded-For, which the proxy appends. */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const direct = req.socket.remoteAddress ?? '0.0.0.0'
  const forwarded = req.headers['x-forwarded-for']
  if (!trustProxy || typeof forwarded !== 'string') return direct
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  return isIP(last) ? last : direct
}
