import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { Config } from '#server/config/config.ts'

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

/** The key of limits: an IPv4 address, or the /64 network of an IPv6 one, which is one household. */
export function addressBlock(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  return isIPv6(address) ? `${networkGroups(address).join(':')}::/64` : address
}

/** The first four of the address's eight groups. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.split('%', 1)[0]!.split('::')
  const groups = before === '' ? [] : before.split(':')
  const last = after ? after.split(':') : []
  while (after !== undefined && groups.length + last.length < 8) groups.push('0')
  return [...groups, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
}

/** The client's address as LOG_ADDRESSES allows; undefined: nothing. */
export function loggedAddress(
  req: IncomingMessage,
  { logAddresses, trustProxy }: Pick<Config, 'logAddresses' | 'trustProxy'>,
): string | undefined {
  if (logAddresses === 'none') return undefined
  const address = clientAddress(req, trustProxy)
  return logAddresses === 'full' ? address : shortAddress(address)
}

/** The /24 network of an IPv4 address, the /48 of an IPv6 one: more than one household. */
export function shortAddress(address: string): string {
  const block = addressBlock(address)
  if (!block.includes(':')) return block.replace(/\.\d+$/, '.0/24')
  return `${block.split(':', 3).join(':')}::/48`
}
