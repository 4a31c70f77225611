import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distFolder } from '#server/build/dist-folder.ts'

/** Modules that run on threads of their own, by their path below src/server; the build makes a file of each. */
export const THREADS = [
  'licences/certificate-worker',
  'search/index/document-worker',
  'search/index/rerank-worker',
] as const

/** Where a thread's module is: beside this one as it is written, or in the built site. */
export function threadModule(name: (typeof THREADS)[number]): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`../${name}.ts`, import.meta.url)
  return pathToFileURL(join(distFolder(), 'server', builtThread(name)))
}

/** Name of the file in the built site's folder `server`. */
export function builtThread(name: (typeof THREADS)[number]): string {
  return `${name.replaceAll('/', '-')}.mjs`
}
