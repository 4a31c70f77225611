import type { IncomingHttpHeaders } from 'node:http'
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

/** Resolves to undefined if no route matches. */
export type Render = (request: RenderRequest, locals: RenderLocals) => Promise<Rendered | undefined>

/** Loads the built site and renders with it into memory. `site` is what pages see as their origin. */
export async function loadRenderer(distFolder: string, site: URL): Promise<Render> {
  const entry = pathToFileURL(join(distFolder, 'server/entry.mjs')).href
  const { app }: typeof import('#server/build/astro-entry.ts') = await import(/* @vite-ignore */ entry)
  return async ({ method, url, headers, body, remoteAddress }, locals) => {
    // The host is the site's, so no page can reflect the Host header.
    const request = new Request(site.origin + url, {
      method,
      headers: Object.entries(headers).flatMap(([name, value = []]) =>
        [value].flat().map((one): [string, string] => [name, name === 'host' ? site.host : one]),
      ),
      ...(body && { body: new Uint8Array(body) }),
    })
    const routeData = app.match(request)
    if (!routeData) return undefined
    const options = { addCookieHeader: true, clientAddress: remoteAddress, locals, routeData }
    const response = await app.render(request, options)
    const cookies = response.headers.getSetCookie()
    return {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      },
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
}
