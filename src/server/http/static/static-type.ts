import { extname } from 'node:path'
import { contentTypeOf } from '#server/media/content-type.ts'

/** Types in the build besides pictures and films. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Content-Type by extension. */
export function staticType(path: string): string {
  return TYPES[extname(path)] ?? contentTypeOf(path)
}
