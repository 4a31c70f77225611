import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** An event as sent. */
export interface SentEvent {
  event: string
  properties: Record<string, unknown>
  $set?: Record<string, unknown>
  $set_once?: Record<string, unknown>
}

/** A loopback server for PostHog's capture endpoint. */
export interface PostHogSink {
  url: string
  events: SentEvent[]
  /** Everything received, decompressed: `METHOD /path?query`, headers and body. */
  heard: string[]
  /** Forgets what it has heard. */
  clear(): void
  close(): Promise<void>
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
}

export async function startPostHogSink(): Promise<PostHogSink> {
  const events: SentEvent[] = []
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    const body = unpack(request, await buffer(request))
    heard.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`)
    const known = new URL(request.url ?? '/', 'http://sink').pathname === '/e/'
    if (known && request.method === 'POST') events.push(...JSON.parse(body).batch)
    response.writeHead(known ? 200 : 404, { ...CORS, 'content-type': 'application/json' })
    response.end(known ? '{"status":"Ok"}' : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    heard,
    clear() {
      events.length = 0
      heard.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** gzip, or base64 in a form when the page is being left. */
function unpack({ url = '', headers }: IncomingMessage, body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString()
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (!isForm) return body.toString()
  const data = new URLSearchParams(body.toString()).get('data') ?? ''
  return url.includes('compression=base64') ? Buffer.from(data, 'base64').toString() : data
}
