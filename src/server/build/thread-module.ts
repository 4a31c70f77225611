import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distFolder } from './dist-folder.ts'

/**
 * Modules that run on their own threads or in their own processes, by path below src/server; the build makes a file of
 * each.
 */
export const THREADS = [
  'library/bulk/bulk-worker',
  'licences/certificate-worker',
  'search/index/rerank-worker',
  'search/text/japanese/dictionary-worker',
  'sheets/read-import-worker',
  'start/renderer',
] as const

export type ThreadName = (typeof THREADS)[number]

/** Where the module is: in `src`, or in the built site. */
export function threadModule(name: ThreadName): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`../${name}.ts`, import.meta.url)
  return pathToFileURL(join(distFolder(), 'server', builtThread(name)))
}

/** File name in `dist/server`. */
export function builtThread(name: ThreadName): string {
  return `${name.replaceAll('/', '-')}.mjs`
}
