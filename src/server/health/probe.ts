import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { TLSSocket } from 'node:tls'
import * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'

/** How the server sees the sender of a probe. */
const Seen = z.object({ address: z.string(), forwarded: z.nullable(z.string()), trusts: z.boolean() })
export type Seen = z.infer<typeof Seen>

export interface Probe {
  status: number
  /** Undefined if another site answers, or a server with other MEDIA_KEYS. */
  seen: Seen | undefined
  date: string | undefined
  /** When the certificate ends. */
  ends: Date | undefined
}

/** More is another site's page. */
const MOST_BYTES = 10_000
const HEADER = 'x-nagare-probe'
/** A client address that nobody has (RFC 5737): who sees it believes whatever clients send. */
export const FORGED = '192.0.2.77'

/** Whether a request is a probe of this shop, so that nobody else learns how it stands behind its proxies. */
export function isProbe({ visitorSecret }: Pick<Deps, 'visitorSecret'>, req: IncomingMessage): boolean {
  const [nonce = '', given = ''] = String(req.headers[HEADER] ?? '').split('.')
  const [wanted, got] = [Buffer.from(signed(visitorSecret, nonce)), Buffer.from(given)]
  return wanted.length === got.length && timingSafeEqual(wanted, got)
}

const signed = (secret: string, nonce: string) =>
  createHmac('sha256', secret).update(`probe ${nonce}`).digest('hex')

/** Asks `/healthz` at the public address, as a stranger would, without following redirects. */
export async function probeSite(
  { site, visitorSecret }: Pick<Deps, 'site' | 'visitorSecret'>,
  options: RequestOptions & { signal: AbortSignal },
): Promise<Probe> {
  const url = new URL('/healthz', site.url)
  const nonce = randomUUID()
  const headers = { [HEADER]: `${nonce}.${signed(visitorSecret, nonce)}`, 'x-forwarded-for': FORGED }
  const send = url.protocol === 'https:' ? requestTls : requestPlain
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  send(url, { ...options, headers, agent: false }, resolve)
    .on('error', reject)
    .end()
  const answer = await promise
  const { valid_to } = (answer.socket as TLSSocket).getPeerCertificate?.() ?? {}
  const { statusCode: status = 0, headers: answered } = answer
  return {
    status,
    seen: await seenIn(answer),
    date: answered.date,
    ends: valid_to ? new Date(valid_to) : undefined,
  }
}

async function seenIn(answer: IncomingMessage): Promise<Seen | undefined> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_BYTES) return undefined
  }
  try {
    return Seen.parse(JSON.parse(text).seen)
  } catch {
    return undefined
  }
}
