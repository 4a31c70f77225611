import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type BufferedResponse, bufferedResponse } from '#server/http/cache/buffered-response.ts'
import { acceptedEncoding, type Encoding, isCompressible } from '#server/http/cache/content-encoding.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { NO_CONTENT_POLICY, WORKER_POLICY } from '#server/http/security-headers.ts'
import { staticType } from './static-type.ts'

/** File names in this folder hold a hash of the content. */
const HASHED = '/_astro/'
/** For the few files without a hash; pages use them, so revalidating for each page would be too much. */
const OFTEN_USED = 'public, max-age=3600'
const WORKER = /^\/_astro\/[^/]*-worker[^/]*\.js$/
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

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
    exchange.sendBuffered(await this.#load(path, acceptedEncoding(exchange.req)))
  }

  #load(path: string, encoding: Encoding): Promise<BufferedResponse> {
    const key = `${path}${SUFFIX[encoding]}`
    const loaded = this.#loaded.get(key) ?? this.#read(path, encoding)
    this.#loaded.set(key, loaded)
    loaded.catch(() => this.#loaded.delete(key))
    return loaded
  }

  /** The build has compressed the files that are worth it. */
  async #read(path: string, accepted: Encoding): Promise<BufferedResponse> {
    const cacheControl = path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : OFTEN_USED
    const policy = WORKER.test(path) ? WORKER_POLICY : NO_CONTENT_POLICY
    const encoding = this.#paths.has(`${path}${SUFFIX[accepted]}`) ? accepted : 'identity'
    return bufferedResponse(200, {
      headers: ['Content-Type', staticType(path), 'Cache-Control', cacheControl, ...policy],
      body: await readFile(join(this.#folder, `${path}${SUFFIX[encoding]}`)),
      encoding,
      varies: isCompressible(staticType(path)),
      validate: true,
    })
  }
}

function pathsBelow(folder: string): string[] {
  const isFile = (entry: Dirent) => entry.isFile()
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}
