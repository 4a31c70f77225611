import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuse, refuseStatus } from '#server/http/refuse.ts'
import type { Target } from '#server/http/request-target.ts'
import { DRAWING_POLICY, NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'
import { contentTypeOf } from '#server/media/content-type.ts'
import { filmNote } from '#server/media/film-note.ts'
import { verifyMediaRequest } from '#server/media/signed-url.ts'
import { accessOf, isKey } from '#server/media/storage-key.ts'
import { cutWhenRightLost } from './cut-when-right-lost.ts'
import { type MediaObject, MediaObjects } from './media-objects.ts'
import { requestedRange } from './range-header.ts'
import { BufferPool } from './send-file.ts'
import { sendMedia } from './send-media.ts'
import { withNote } from './with-note.ts'

const ROUTE = '/media/'
/** Public keys hold a hash of the content. */
const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable']
/** Feed readers and sites that embed a clip show its poster. */
const POSTERS = 'poster/'
const IMMUTABLE_SHARED = [...IMMUTABLE, 'cross-origin-resource-policy', 'cross-origin']
const PRIVATE = ['Cache-Control', 'private, no-store']
/** An internal location of nginx, whose alias is the storage's folder. */
const NGINX_ROUTE = '/-/media/'

/** Sends stored objects: public ones to anyone, full films to holders of a live link. */
export class MediaFiles {
  readonly #deps: Deps
  readonly #keys: Config['mediaKeys']
  readonly #byNginx: boolean
  readonly #objects: MediaObjects
  readonly #pool = new BufferPool({ size: 256 * 1024, smallSize: 32 * 1024, most: 64 })

  constructor({ deps, config }: { deps: Deps; config: Pick<Config, 'mediaKeys' | 'storage'> }) {
    this.#deps = deps
    this.#keys = config.mediaKeys
    this.#byNginx = config.storage.delivery === 'nginx'
    this.#objects = new MediaObjects(deps.storage)
  }

  /** Call it when clips may have been removed. */
  revalidate(): void {
    this.#objects.revalidate()
  }

  close(): void {
    this.#objects.close()
  }

  /** `target` is below `/media/`. @throws AppError('signatureInvalid' | 'signatureExpired') */
  send(exchange: Exchange, { path, query }: Target): Promise<void> | void {
    const key = path.slice(ROUTE.length)
    const access = isKey(key) ? accessOf(key) : 'never'
    if (access === 'never') return refuse(exchange, 'notFound')
    exchange.route = `/media/${key.slice(0, key.indexOf('/'))}`
    const isComp = query.includes('&comp=')
    return access === 'public' && !isComp
      ? this.#sendObject(exchange, key, key.startsWith(POSTERS) ? IMMUTABLE_SHARED : IMMUTABLE)
      : this.#sendSigned(exchange, key, path + query)
  }

  #sendSigned(exchange: Exchange, key: string, url: string): Promise<void> | void {
    const signing = { keys: this.#keys, now: this.#deps.now }
    const signed = verifyMediaRequest(signing, exchange.method, url)
    const disposition = contentDisposition(signed.disposition, signed.fileName)
    const headers = [...PRIVATE, 'Content-Disposition', disposition]
    const { comp: id, source } = signed
    const comp = id ? { id, address: new URL(`/m/${id}`, this.#deps.site.url).href } : undefined
    const note = filmNote({ comp, source })
    const sent =
      note.length > 0
        ? this.#sendWithNote(exchange, key, { note, headers })
        : this.#sendObject(exchange, key, headers)
    return sent && cutWhenRightLost(this.#deps, signed, { exchange, sent })
  }

  /** Our own server sends it, wherever the film is. */
  async #sendWithNote(
    exchange: Exchange,
    key: string,
    { note, headers: access }: { note: Buffer; headers: readonly string[] },
  ): Promise<void> {
    const { storage } = this.#deps
    const object = await storage.stat(key)
    if (!object) return refuse(exchange, 'mediaNotFound')
    const noted = withNote(storage, object, note)
    await sendMedia(exchange, noted, { access, pool: this.#pool, storage: noted })
  }

  #sendObject(exchange: Exchange, key: string, headers: readonly string[]): Promise<void> | void {
    if (this.#byNginx) return this.#sendByNginx(exchange, key, headers)
    const cached = this.#objects.cached(key)
    return cached ? this.#answer(exchange, cached, headers) : this.#open(exchange, key, headers)
  }

  async #open(exchange: Exchange, key: string, headers: readonly string[]): Promise<void> {
    const media = await this.#objects.open(key)
    return media ? this.#answer(exchange, media, headers) : refuse(exchange, 'mediaNotFound')
  }

  #answer(exchange: Exchange, media: MediaObject, access: readonly string[]): Promise<void> | void {
    return sendMedia(exchange, media, { access, pool: this.#pool, storage: this.#deps.storage })
  }

  /**
   * nginx sends the file, or ranges of it. It keeps our Cache-Control for its own 403 and 404, too, so who may keep the
   * file stands in a header of ours, which the printed nginx file turns into Cache-Control for a file that was sent.
   */
  async #sendByNginx(exchange: Exchange, key: string, headers: readonly string[]): Promise<void> {
    const object = await this.#deps.storage.stat(key)
    if (!object) return refuse(exchange, 'mediaNotFound')
    // nginx would add the file's headers to its own 416.
    const { range, 'if-range': same } = exchange.req.headers
    if (exchange.method === 'GET' && !same && requestedRange(range, object.size) === 'unsatisfiable')
      return refuseStatus(exchange, 416, ['Content-Range', `bytes */${object.size}`])
    exchange.send(200, [
      ...['X-Accel-Redirect', NGINX_ROUTE + key],
      ...['Content-Type', contentTypeOf(key)],
      ...['Content-Length', '0'],
      ...(key.endsWith('.svg') ? DRAWING_POLICY : NO_CONTENT_POLICY),
      ...headers.map((text) => (text === 'Cache-Control' ? 'X-Media-Cache-Control' : text)),
    ])
  }
}
