import type { APIContext } from 'astro'
import { downloadName } from '#domain/sets/download-name.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'

/** Answers with a CSV file that is sent piece by piece and stored nowhere. */
export function sendCsv({ locals }: APIContext, name: string, lines: AsyncIterable<string>): Response {
  locals.body = lines
  const file = downloadName(locals.deps.site.name, `${name}.csv`)
  return new Response(null, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': contentDisposition('attachment', file),
      'Cache-Control': 'no-store',
    },
  })
}
