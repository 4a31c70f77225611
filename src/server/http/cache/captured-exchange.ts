import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** What Astro is asked; the host is always the configured site, so that no page can reflect the Host header. */
export interface RenderRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  remoteAddress?: string | undefined
}

export interface Rendered {
  status: number
  /** Lower-case names. */
  headers: Record<string, string | string[]>
  body: Buffer
}

/** A request that came over no socket, as far as Astro's Node adapter looks at one. */
export function capturedRequest(request: RenderRequest, site: URL): IncomingMessage {
  const { remoteAddress } = request
  return {
    method: request.method,
    url: request.url,
    headers: { ...request.headers, host: site.host },
    ...(request.body && { body: request.body }),
    socket: { encrypted: site.protocol === 'https:', remoteAddress },
    once() {},
  } as unknown as IncomingMessage
}

/** Collects an answer in memory; `rendered` resolves when it is whole and rejects when it broke off. */
export function capturedResponse(): { response: ServerResponse; rendered: Promise<Rendered> } {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
  const chunks: Buffer[] = []
  let headers: Rendered['headers'] = {}
  const write = (chunk?: string | Uint8Array) => {
    if (chunk) chunks.push(bytesOf(chunk))
    return true
  }
  const response = {
    statusCode: 200,
    headersSent: false,
    on() {},
    off() {},
    writeHead(status: number, given: Rendered['headers'] = {}) {
      response.statusCode = status
      response.headersSent = true
      headers = given
    },
    write(chunk: string | Uint8Array, done?: () => void) {
      done?.()
      return write(chunk)
    },
    end(chunk?: string | Uint8Array) {
      write(chunk)
      const [only] = chunks
      resolve({
        status: response.statusCode,
        headers,
        body: chunks.length === 1 && only ? only : Buffer.concat(chunks),
      })
    },
    destroy(error?: Error) {
      reject(error ?? new Error('the answer broke off'))
    },
  }
  return { response: response as unknown as ServerResponse, rendered: promise }
}

function bytesOf(chunk: string | Uint8Array): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
