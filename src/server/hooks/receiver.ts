import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ip from 'ipaddr.js'
import { errorText } from '#server/jobs/error-text.ts'

/** From the connection to the end of what is read of the answer. */
const MOST_MS = 5_000
const MOST_HEADER_BYTES = 16_384
const MOST_READ = 300

const GLOBAL_V6 = ip.parseCIDR('2000::/3')
/** Azure's service for its machines: it only looks public. */
const AZURE = '168.63.129.16'

/** Whether it is on the public internet: neither local, nor another network's way to such an address (mapped, NAT64). */
export function isPublic(address: string): boolean {
  const parsed = ip.parse(address)
  if (parsed.range() !== 'unicast' || address === AZURE) return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6)
}

/** By name servers alone: the machine's own files may name its neighbours, and a slow answer holds no thread. */
async function askNameServers(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

export interface Reach {
  /** Hosts that may be private, and without https. */
  privateHosts: readonly string[]
  /** For tests. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
}

/** The public IP addresses of a receiver; undefined for a host that may be private. @throws Error that says what is wrong */
export async function addressesOf(url: URL, { privateHosts, resolve = askNameServers }: Reach) {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Error('not a plain address')
  if (privateHosts.includes(url.hostname)) return undefined
  if (url.protocol !== 'https:') throw new Error('not an https address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new Error('the name is not found')
  if (!addresses.every(isPublic)) throw new Error('an address inside a private network')
  return addresses
}

/** `status`: null without an answer; then the text is the error. */
export interface Answer {
  status: number | null
  text: string
}

/** Posts once and returns within seconds, whatever the receiver does. Follows no redirect. Never rejects. */
export async function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: Reach,
  stop: AbortSignal,
): Promise<Answer> {
  try {
    const found = (await addressesOf(url, reach))?.map((address) => ({ address, family: isIP(address) }))
    // The name is not asked for again: it could have another answer.
    const lookup: LookupFunction | undefined = found && ((_, __, done) => done(null, found))
    const signal = AbortSignal.any([stop, AbortSignal.timeout(MOST_MS)])
    const limits = { signal, agent: false, autoSelectFamily: true, maxHeaderSize: MOST_HEADER_BYTES }
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, { method: 'POST', headers, ...limits, ...(lookup && { lookup }) }).end(body)
    // Also of what comes after `once`, which would end the process.
    sent.on('error', () => {})
    const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    const text = errorText(await beginningOf(response))
    sent.destroy()
    return { status: response.statusCode ?? null, text }
  } catch (error) {
    return { status: null, text: errorText(error) }
  }
}

/** As much as is shown, or less, if it is cut off. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  let read = Buffer.alloc(0)
  try {
    for await (const chunk of response) {
      read = Buffer.concat([read, chunk])
      if (read.length >= MOST_READ) break
    }
  } catch {}
  return read
}
