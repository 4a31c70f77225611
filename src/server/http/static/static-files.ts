import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { addVariant, type BufferedResponse, bufferedResponse } from '#server/http/cache/buffered-response.ts'
import type { Encoding } from '#server/http/cache/content-encoding.ts'
import { sendBuffered } from '#server/http/cache/send-buffered.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { NO_CONTENT_POLICY, WORKER_POLICY } from '#server/http/security-headers.ts'
import { staticType } from './static-type.ts'

/** File names in this folder hold a hash of the content. */
const HASHED = '/_astro/'
/** For the few files without a hash; pages use them, so revalidating for each page would be too much. */
const OFTEN_USED = 'public, max-age=3600'
const WORKER = /^\/_astro\/[^/]*-worker[^/]*\.js$/
const SUFFIX: Record<Exclude<Encoding, 'identity'>, string> = { br: '.br', gzip: '.gz' }

/** The built files, listed at start so that no request leaves the folder, and kept in memory once read. */
export class StaticFiles {
  readonly #folder: string
  readonly #paths: ReadonlySet<string>
  readonly #loaded = new Map<string, Promise<BufferedResponse>>()

  constructor(folder: string) {
    this.#folder = folder
    this.#paths = new Set(existsSync(folder) ? pathsBelow(folder) : [])
  }

  has(path: string): boolean {
    return this.#paths.has(path) && !path.endsWith('.br') && !path.endsWith('.gz')
  }

  async send(exchange: Exchange, path: string): Promise<void> {
    await sendBuffered(exchange, await this.#load(path))
  }

  #load(path: string): Promise<BufferedResponse> {
    const loaded = this.#loaded.get(path) ?? this.#read(path)
    this.#loaded.set(path, loaded)
    loaded.catch(() => this.#loaded.delete(path))
    return loaded
  }

  async #read(path: string): Promise<BufferedResponse> {
    const cacheControl = path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : OFTEN_USED
    const policy = WORKER.test(path) ? WORKER_POLICY : NO_CONTENT_POLICY
    const headers = ['Content-Type', staticType(path), 'Cache-Control', cacheControl, ...policy]
    const response = bufferedResponse(200, {
      headers,
      body: await readFile(join(this.#folder, path)),
      validate: true,
    })
    for (const [encoding, suffix] of Object.entries(SUFFIX) as [keyof typeof SUFFIX, string][]) {
      const compressed = `${path}${suffix}`
      if (this.#paths.has(compressed))
        addVariant(response, encoding, await readFile(join(this.#folder, compressed)))
    }
    // The build has already compressed the files that are worth it.
    return { ...response, compressible: response.variants.br !== undefined }
  }
}

function pathsBelow(folder: string): string[] {
  const isFile = (entry: Dirent) => entry.isFile()
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
