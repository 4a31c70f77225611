import type { APIContext } from 'astro'
import { addressBlock } from '#server/http/client-address.ts'
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
