import type { IncomingMessage } from 'node:http'
import type { Server } from '@tus/server'
import { AppError, isAppError } from '#contract/errors.ts'
import { UPLOADS_PATH, UploadMetadata } from '#contract/studio/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { allowTime } from '#server/http/client-error.ts'
import { parse } from '#server/http/endpoint/endpoint.ts'
import { codeOf, ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuseBody } from '#server/http/request-body.ts'
import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import { createUpload } from '#server/uploads/create-upload.ts'
import { finishUpload, noteReceived } from '#server/uploads/finish-upload.ts'
import { editorOf } from './editor-of.ts'
import { openTus } from './open-tus.ts'
import { UploadLocker } from './upload-locker.ts'
import { metadataOf } from './upload-metadata.ts'

const UPLOAD = new RegExp(`^${UPLOADS_PATH}/([0-9a-f]{32})$`)
const HEADERS = ['Cache-Control', 'no-store', ...NO_CONTENT_POLICY]

/** Takes the bytes of uploads by the tus protocol, before anything else reads a body. */
export class UploadRequests {
  readonly #deps: Deps
  #tus: Promise<Server> | undefined
  readonly #locker = new UploadLocker()
  /** The id of an upload that is being created. */
  readonly #created = new WeakMap<IncomingMessage, string>()
  /** Requests that are sending bytes, by the upload's id. */
  readonly #sending = new Map<string, IncomingMessage>()
  readonly #answering = new Set<Promise<void>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Undefined if the request is not for this handler. */
  send(exchange: Exchange, path: string): Promise<void> | undefined {
    const answer = this.#answer(exchange, path)
    if (!answer) return undefined
    exchange.route = UPLOADS_PATH
    exchange.pacedByClient = true
    const ended = answer
      .catch((error) => this.#refuse(exchange, error))
      .finally(() => this.#answering.delete(ended))
    this.#answering.add(ended)
    return ended
  }

  /**
   * Cuts uploads in progress: the clients continue with another process. Resolves when all received bytes are stored.
   */
  async close(): Promise<void> {
    for (const req of this.#sending.values()) req.destroy()
    await Promise.all(this.#answering)
  }

  #answer(exchange: Exchange, path: string): Promise<void> | undefined {
    const { method } = exchange
    if (path === UPLOADS_PATH && method === 'POST') return this.#create(exchange)
    const id = UPLOAD.exec(path)?.[1]
    if (id && (method === 'HEAD' || method === 'PATCH')) return this.#resume(exchange, id)
    return undefined
  }

  async #create(exchange: Exchange): Promise<void> {
    const { headers } = exchange.req
    const { id: userId } = await editorOf(this.#deps, headers.authorization)
    if (headers['tus-resumable'] !== '1.0.0') throw new AppError('badRequest', 'Tus-Resumable must be 1.0.0')
    const bytes = String(headers['upload-length'])
    if (!/^\d{1,15}$/.test(bytes)) throw new AppError('badRequest', 'Upload-Length is needed')
    const metadata = parse(UploadMetadata, metadataOf(headers['upload-metadata']))
    const id = await createUpload(this.#deps, { userId, bytes: Number(bytes), metadata })
    this.#created.set(exchange.req, id)
    await this.#passOn(exchange, id)
    if (exchange.res.statusCode !== 201)
      await this.#deps.db.deleteFrom('uploads').where('id', '=', id).execute()
  }

  async #resume(exchange: Exchange, id: string): Promise<void> {
    const { db, uploads } = this.#deps
    const editor = await editorOf(this.#deps, exchange.req.headers.authorization)
    const row = await db
      .selectFrom('uploads')
      .select(['bytes', 'state', 'held'])
      .where('id', '=', id)
      .where('user_id', '=', editor.id)
      .executeTakeFirst()
    if (!row || (row.state === 'cancelled' && row.held === 'none')) throw new AppError('uploadNotFound')
    const isWhole = row.state !== 'sending' || (await uploads.files.received(id)) === row.bytes
    if (!isWhole) return this.#passOn(exchange, id)
    await finishUpload(this.#deps, id)
    if (exchange.method === 'PATCH') throw new AppError('uploadOver', 'all of it is here')
    exchange.send(200, [
      ...HEADERS,
      ...['Tus-Resumable', '1.0.0', 'Upload-Offset', String(row.bytes), 'Upload-Length', String(row.bytes)],
    ])
  }

  /** The tus server reads and answers. */
  async #passOn(exchange: Exchange, id: string): Promise<void> {
    const { req } = exchange
    let offset: number | undefined
    this.#tus ??= this.#open()
    const tus = await this.#tus
    const restoreTime = allowTime(req.socket)
    if (exchange.method !== 'HEAD') this.#sending.set(id, req)
    try {
      const answer = await tus.handleWeb(requestOf(exchange, id))
      const body = Buffer.from(await answer.arrayBuffer())
      const headers = [...answer.headers].flat()
      if (!answer.headers.has('content-length') && answer.status !== 204)
        headers.push('Content-Length', String(body.length))
      if (exchange.method === 'PATCH' && answer.status === 204)
        offset = Number(answer.headers.get('upload-offset'))
      exchange.send(answer.status, [...HEADERS, ...headers], body)
    } finally {
      restoreTime()
      if (this.#sending.get(id) === req) this.#sending.delete(id)
    }
    if (offset !== undefined) await noteReceived(this.#deps, id, offset)
  }

  async #open(): Promise<Server> {
    const { events, site, uploads } = this.#deps
    return openTus({
      site,
      uploads,
      locker: this.#locker,
      idOf: (req) => this.#created.get(req)!,
      bodyOf: (id) => this.#sending.get(id)!,
      onReceived: (id, offset) => this.#received(id, offset),
      onFinish: (id) => finishUpload(this.#deps, id),
      onFull: () => events.emit('storageFull'),
    })
  }

  /** Also cuts cancelled uploads. */
  async #received(id: string, offset: number): Promise<void> {
    const isWanted = await noteReceived(this.#deps, id, offset).catch(() => true)
    if (!isWanted) this.#sending.get(id)?.destroy()
  }

  async #refuse(exchange: Exchange, error: unknown): Promise<void> {
    const code = codeOf(error)
    if (ERROR_STATUS[code] >= 500)
      this.#deps.log.error({ err: error, id: exchange.id }, 'upload request failed')
    if (exchange.res.headersSent || exchange.res.destroyed) return void exchange.res.destroy()
    await refuseBody(exchange, code, isAppError(error) ? error.detail : '')
  }
}

/**
 * The request as the library takes it; the body comes as Node's own stream. The library reads the id from the end of a
 * URL, query included, so it gets the URL that we checked, not the client's.
 */
function requestOf({ req, res, method }: Exchange, id: string): Parameters<Server['handleWeb']>[0] {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value))
  const url = method === 'POST' ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`
  const request = { method, url, headers, body: null, runtime: { node: { req, res } } }
  return request as unknown as Parameters<Server['handleWeb']>[0]
}
