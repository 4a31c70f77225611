import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Who sent the request. Behind a trusted proxy it is the last address of X-Forwarded-For: the proxy adds it, and all
 * before it is what the client claims. A client that has left already has no address.
 */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const direct = req.socket.remoteAddress ?? '0.0.0.0'
  const forwarded = req.headers['x-forwarded-for']
  if (!trustProxy || typeof forwarded !== 'string') return direct
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  return isIP(last) ? last : direct
}
