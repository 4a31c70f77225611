import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

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

/** The middleware adds the language. */
export type RenderLocals = Omit<App.Locals, 'locale'>

type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: RenderLocals,
) => Promise<void>

/** Resolves to undefined if no route matches. */
export type Render = (request: RenderRequest, locals: RenderLocals) => Promise<Rendered | undefined>

/** Loads the built site and renders with it into memory. `site` is what pages see as their origin. */
export async function loadRenderer(distFolder: string, site: URL): Promise<Render> {
  const { handler }: { handler: AstroHandler } = await import(
    /* @vite-ignore */ pathToFileURL(join(distFolder, 'server/entry.mjs')).href
  )
  return async (request, locals) => {
    const { response, rendered } = memoryResponse()
    let unmatched = false
    await handler(
      memoryRequest(request, site),
      response,
      (error) => {
        unmatched = true
        if (error) throw error
      },
      locals,
    )
    return unmatched ? undefined : rendered
  }
}

/** As much of a request as Astro's Node adapter reads. The host is the site's, so no page can reflect the Host header. */
function memoryRequest(
  { method, url, headers, body, remoteAddress }: RenderRequest,
  site: URL,
): IncomingMessage {
  return {
    method,
    url,
    headers: { ...headers, host: site.host },
    ...(body && { body }),
    socket: { encrypted: site.protocol === 'https:', remoteAddress },
    once() {},
  } as unknown as IncomingMessage
}

/** As much of a response as the adapter writes to. `rendered` resolves when it is complete, rejects when it breaks off. */
function memoryResponse(): { response: ServerResponse; rendered: Promise<Rendered> } {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
  const chunks: Buffer[] = []
  let headers: Rendered['headers'] = {}
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
      chunks.push(bufferOf(chunk))
      done?.()
      return true
    },
    end(chunk?: string | Uint8Array) {
      if (chunk) chunks.push(bufferOf(chunk))
      const [first] = chunks
      const body = chunks.length === 1 && first ? first : Buffer.concat(chunks)
      resolve({ status: response.statusCode, headers, body })
    },
    destroy(error?: Error) {
      reject(error ?? new Error('the response broke off'))
    },
  }
  return { response: response as unknown as ServerResponse, rendered: promise }
}

function bufferOf(chunk: string | Uint8Array): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
