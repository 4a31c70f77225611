import { isIPv6 } from 'node:net'
import type { APIContext } from 'astro'
import { deviceSecretsOf } from './device-cookies.ts'

/** Where a request comes from, for rate limits and the list of sessions. */
export interface Visitor {
  /** The key of limits: an IPv4 address, or the /64 network of an IPv6 one, which is one household. */
  address: string
  userAgent: string
  /** Of the device's cookies, right or wrong. */
  deviceSecrets: readonly string[]
}

export function visitorOf({ clientAddress, request }: APIContext): Visitor {
  return {
    address: addressBlock(clientAddress),
    userAgent: request.headers.get('user-agent') ?? '',
    deviceSecrets: deviceSecretsOf(request),
  }
}

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
