import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { addressBlock } from './endpoint/visitor.ts'
import { clientAddress } from './proxy-headers.ts'

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
