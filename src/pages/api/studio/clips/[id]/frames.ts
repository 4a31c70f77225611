import { ClipParams } from '#contract/studio/clip.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  const { id } = parse(ClipParams, context.params)
  // Loaded here, since few requests draw pictures.
  const { filmStrip } = await import('#server/ingest/retile/film-strip.ts')
  const strip = await filmStrip(context.locals.deps, id)
  return new Response(new Uint8Array(strip), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
  })
})
