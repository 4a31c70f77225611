import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '#contract/all-calls.ts'
import { japanesePages } from '#server/build/japanese-routes.ts'

const PAGES = join(import.meta.dirname, '../../../src/pages')
const METHOD = /^export const (GET|POST|PUT|PATCH|DELETE)\b/gm
/** Error pages without an address of their own. */
const ERROR_PAGES = ['/404', '/429', '/500']

/** Every route of the site, such as `GET /api/medias/[id]/video`, with the Japanese pages. */
export function routesOfSite(): string[] {
  const calls = allCalls.map(([, { method, path }]) =>
    `${method} ${path}`.replaceAll('{', '[').replaceAll('}', ']'),
  )
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const pages = files.flatMap((file) => {
    const route = `/${file.replace(/\.(ts|astro)$/, '')}`.replace(/\/index$/, '') || '/'
    if (route === `/${file}` || ERROR_PAGES.includes(route)) return []
    const japanese = japanesePages([file]).map(({ pattern }) => pattern)
    return methodsOf(file).flatMap((method) => [route, ...japanese].map((each) => `${method} ${each}`))
  })
  return [...calls, ...pages]
}

function methodsOf(file: string): string[] {
  if (file.endsWith('.astro')) return ['GET']
  const source = readFileSync(join(PAGES, file), 'utf8')
  return [...source.matchAll(METHOD)].map(([, method]) => method!)
}
