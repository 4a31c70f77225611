import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { capturedRequest, capturedResponse, type Rendered, type RenderRequest } from './captured-exchange.ts'

/** The middleware adds the language. */
type RenderLocals = Omit<App.Locals, 'locale'>

type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: RenderLocals,
) => Promise<void>

/** Resolves to undefined where no page and no endpoint has the address. */
export type Render = (request: RenderRequest, locals: RenderLocals) => Promise<Rendered | undefined>

/** Loads what `astro build` made and renders with it into memory. `site` is what pages see as their origin. */
export async function loadRenderer(distFolder: string, site: URL): Promise<Render> {
  const { handler }: { handler: AstroHandler } = await import(
    /* @vite-ignore */ pathToFileURL(join(distFolder, 'server/entry.mjs')).href
  )
  return async (request, locals) => {
    const { response, rendered } = capturedResponse()
    let unmatched = false
    await handler(
      capturedRequest(request, site),
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
