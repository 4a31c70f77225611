import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Encoding } from '#server/http/cache/content-encoding.ts'
import { addVariant, type Finished, finish } from '#server/http/cache/finished.ts'
import { sendFinished } from '#server/http/cache/send-finished.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import { staticType } from './static-type.ts'

/** Names in this folder hold a hash of the content. */
const HASHED = '/_astro/'
const SUFFIX: Record<Exclude<Encoding, 'identity'>, string> = { br: '.br', gzip: '.gz' }

/**
 * The files of the build, known by name from the start: a path that is not among them is not looked for, so none can
 * lead out of the folder. Bytes are read when first asked for and kept; a build is a few megabytes.
 */
export class StaticFiles {
  readonly #folder: string
  readonly #paths: ReadonlySet<string>
  readonly #loaded = new Map<string, Promise<Finished>>()

  constructor(folder: string) {
    this.#folder = folder
    this.#paths = new Set(existsSync(folder) ? pathsBelow(folder) : [])
  }

  has(path: string): boolean {
    return this.#paths.has(path) && !path.endsWith('.br') && !path.endsWith('.gz')
  }

  async send(exchange: Exchange, path: string): Promise<void> {
    await sendFinished(exchange, await this.#load(path))
  }

  #load(path: string): Promise<Finished> {
    const loaded = this.#loaded.get(path) ?? this.#read(path)
    this.#loaded.set(path, loaded)
    loaded.catch(() => this.#loaded.delete(path))
    return loaded
  }

  async #read(path: string): Promise<Finished> {
    const cacheControl = path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = ['Content-Type', staticType(path), 'Cache-Control', cacheControl, ...NO_CONTENT_POLICY]
    const finished = finish(200, { headers, body: await readFile(join(this.#folder, path)), validate: true })
    for (const [encoding, suffix] of Object.entries(SUFFIX) as [keyof typeof SUFFIX, string][]) {
      const compressed = `${path}${suffix}`
      if (this.#paths.has(compressed))
        addVariant(finished, encoding, await readFile(join(this.#folder, compressed)))
    }
    // What was not worth compressing in the build is not compressed here either.
    return { ...finished, compressible: finished.variants.br !== undefined }
  }
}

function pathsBelow(folder: string): string[] {
  const isFile = (entry: Dirent) => entry.isFile()
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
