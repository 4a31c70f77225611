import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, isAppError } from '#contract/errors.ts'
import { UPLOADS_PATH, UploadMetadata } from '#contract/studio/clips/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { allowTime } from '#server/http/client-error.ts'
import { EDITOR, requireCaller } from '#server/http/endpoint/bearer.ts'
import { parse } from '#server/http/endpoint/endpoint.ts'
import { codeOf, ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { refuse } from '#server/http/refuse.ts'
import { askForBody } from '#server/http/request-body.ts'
import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import { createUpload } from '#server/uploads/create-upload.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'
import { receiveBytes } from '#server/uploads/receive-bytes.ts'
import { LeaseLost, takeLease, type UploadLease } from '#server/uploads/upload-lease.ts'

const UPLOAD = new RegExp(`^${UPLOADS_PATH}/([0-9a-f]{32})$`)
const BYTES_TYPE = 'application/offset+octet-stream'
const HEADERS = ['Tus-Resumable', '1.0.0', 'Cache-Control', 'no-store', ...NO_CONTENT_POLICY]
/** How long the last request of an upload waits until the file is checked. Proxies wait longer. */
const CHECKED_MS = 20_000

/** Takes the bytes of uploads by the tus protocol (1.0.0: core, creation), before anything else reads a body. */
export class UploadRequests {
  readonly #deps: Deps
  /** Requests that are sending bytes. */
  readonly #sending = new Set<IncomingMessage>()
  /** Answers and checks of whole files that are under way. */
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Undefined if the request is not for this handler. */
  send(exchange: Exchange, path: string): Promise<void> | undefined {
    const answer = this.#answer(exchange, path)
    if (!answer) return undefined
    exchange.route = UPLOADS_PATH
    exchange.pacedByClient = true
    return this.#run(answer.catch((error) => this.#refuse(exchange, error)))
  }

  /**
   * Cuts uploads in progress: the clients continue with another process. Resolves when all received bytes are stored.
   */
  async close(): Promise<void> {
    this.#stopping.abort(new AppError('unavailable', 'the server stops'))
    for (const req of this.#sending) req.destroy()
    await Promise.all(this.#running)
  }

  #run(work: Promise<void>): Promise<void> {
    const ended = work.finally(() => this.#running.delete(ended))
    this.#running.add(ended)
    return ended
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
    const by = await this.#editor(exchange)
    const bytes = String(headers['upload-length'])
    if (!/^\d{1,15}$/.test(bytes)) throw new AppError('badRequest', 'Upload-Length is needed')
    const metadata = parse(UploadMetadata, metadataOf(headers['upload-metadata']))
    const id = await createUpload(this.#deps, { by, bytes: Number(bytes), metadata })
    const { href } = new URL(`${UPLOADS_PATH}/${id}`, this.#deps.site.url)
    exchange.send(201, [...HEADERS, 'Location', href, 'Content-Length', '0'])
  }

  async #resume(exchange: Exchange, id: string): Promise<void> {
    const { req, method } = exchange
    const { id: userId } = await this.#editor(exchange)
    const { bytes, state } = await this.#rowOf(id, userId)
    const isWhole = state !== 'sending'
    if (method === 'PATCH') {
      if (isWhole) throw new AppError('uploadOver', 'all of it is here')
      const offset = await this.#receive(exchange, id, offsetOf(req))
      return exchange.send(204, [...HEADERS, 'Upload-Offset', String(offset)])
    }
    const offset = isWhole ? bytes : await this.#stop(exchange, { id, userId })
    exchange.send(200, [...HEADERS, 'Upload-Offset', String(offset), 'Upload-Length', String(bytes)])
  }

  /** Returns how much has arrived. Bytes after the last one that is counted are not kept. */
  async #receive(exchange: Exchange, id: string, offset: number): Promise<number> {
    const { req } = exchange
    const lease = await this.#take(exchange, id)
    const restoreTime = allowTime(req.socket)
    this.#sending.add(req)
    let isFinishing = false
    try {
      if (offset !== lease.received) throw new AppError('uploadMoved', `from byte ${lease.received}`)
      if (Number(req.headers['content-length'] ?? 0) > lease.bytes - offset)
        throw new AppError('fileTooLarge', 'more bytes than Upload-Length says')
      if (!lease.isWhole && !this.#stopping.signal.aborted) {
        askForBody(req)
        await receiveBytes(this.#deps, lease, req)
      }
      isFinishing = lease.isWhole
      if (isFinishing) await this.#finish(lease)
      if (!req.complete) throw new AppError('uploadLocked', 'a newer request continues it')
      return lease.received
    } catch (error) {
      if (codeOf(error) === 'storageFull') this.#deps.events.emit('storageFull')
      throw error
    } finally {
      restoreTime()
      this.#sending.delete(req)
      if (!isFinishing) await lease.release()
    }
  }

  /** Ends a request that still sends, so that the offset stays as it is told. */
  async #stop(exchange: Exchange, { id, userId }: { id: string; userId: number }): Promise<number> {
    try {
      const lease = await this.#take(exchange, id)
      if (lease.isWhole) await this.#finish(lease)
      else await lease.release()
      return lease.received
    } catch (error) {
      // Another process has just found that all of it is right, or has given the upload up.
      if (isAppError(error) && error.code === 'uploadOver') return (await this.#rowOf(id, userId)).bytes
      throw error
    }
  }

  async #take({ res }: Exchange, id: string): Promise<UploadLease> {
    const gone = new AbortController()
    const leave = () => gone.abort()
    if (res.destroyed) leave()
    res.once('close', leave)
    try {
      const signal = AbortSignal.any([gone.signal, this.#stopping.signal])
      return await takeLease(this.#deps, id, { signal })
    } catch (error) {
      this.#stopping.signal.throwIfAborted()
      throw error
    } finally {
      res.off('close', leave)
    }
  }

  /** Goes on when the request has ended: a large file takes longer to read than a request may last. */
  async #finish(lease: UploadLease): Promise<void> {
    const { signal } = this.#stopping
    const checking = finishUpload(this.#deps, lease, signal)
    const waiting = new AbortController()
    void this.#run(
      checking
        .catch((err) => {
          if (!isAppError(err)) this.#deps.log.warn({ err, upload: lease.id }, 'upload not checked')
        })
        .finally(() => waiting.abort()),
    )
    const late = sleep(CHECKED_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new AppError('uploadLocked', 'it is being checked')
    })
    late.catch(() => {})
    await Promise.race([checking, late])
  }

  async #editor({ req: { headers } }: Exchange) {
    const editor = await requireCaller(this.#deps, headers.authorization, EDITOR)
    if (headers['tus-resumable'] !== '1.0.0') throw new AppError('badRequest', 'Tus-Resumable must be 1.0.0')
    return editor
  }

  async #rowOf(id: string, userId: number) {
    const row = await this.#deps.db
      .selectFrom('uploads')
      .select(['bytes', 'state', 'held'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const isGone = row?.held === 'none' && (row.state === 'cancelled' || row.state === 'failed')
    if (!row || isGone) throw new AppError('uploadNotFound')
    return row
  }

  #refuse(exchange: Exchange, error: unknown): void {
    const { res, id } = exchange
    const isOver = res.headersSent || res.destroyed
    const code = error instanceof LeaseLost ? 'uploadLocked' : codeOf(error)
    const isLeft = isOver && error instanceof Error && error.name === 'AbortError'
    if (ERROR_STATUS[code] >= 500 && !isLeft)
      this.#deps.log.error({ err: error, id }, 'upload request failed')
    if (isOver) return void res.destroy()
    refuse(exchange, code, [], isAppError(error) ? error.detail : '')
  }
}

/** @throws AppError('badRequest') */
function offsetOf({ headers }: IncomingMessage): number {
  const offset = String(headers['upload-offset'])
  if (headers['content-type'] !== BYTES_TYPE)
    throw new AppError('badRequest', `Content-Type must be ${BYTES_TYPE}`)
  if (!/^\d{1,15}$/.test(offset)) throw new AppError('badRequest', 'Upload-Offset is needed')
  return Number(offset)
}

/** The pairs of an `Upload-Metadata` header: keys, and values in base64 of UTF-8. */
function metadataOf(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(/ +/, 2))
    .filter(([key]) => key)
  return Object.fromEntries(
    pairs.map(([key, value = '']) => [key!, Buffer.from(value, 'base64').toString('utf8')]),
  )
}
