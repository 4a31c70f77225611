import { isIPv6 } from 'node:net'
import type { APIContext } from 'astro'

/** From where a request comes, as far as limits and the list of sessions need it. */
export interface Visitor {
  /** Whom attempts are counted for: an IPv4 address, or the 64-bit network of an IPv6 one, which is one household's. */
  address: string
  userAgent: string
}

export function visitorOf({ clientAddress, request }: APIContext): Visitor {
  return { address: addressBlock(clientAddress), userAgent: request.headers.get('user-agent') ?? '' }
}

/** See `Visitor.address`. */
export function addressBlock(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  return isIPv6(address) ? `${networkGroups(address).join(':')}::/64` : address
}

/** The first four of an IPv6 address's eight groups. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.split('%', 1)[0]!.split('::')
  const groups = before === '' ? [] : before.split(':')
  const last = after ? after.split(':') : []
  while (after !== undefined && groups.length + last.length < 8) groups.push('0')
  return [...groups, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
}
