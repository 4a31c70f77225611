import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { allowTime } from './client-error.ts'
import type { Limits } from './limits.ts'

/** How much of a body is read after the answer, and for how many milliseconds in all and without a byte. */
export type RestLimits = Pick<Limits, 'restBytes' | 'restTimeout' | 'restIdle'>

/** Milliseconds that a client has to notice a half-closed connection. */
const NOTICE_MS = 2000

/** Requests whose client sends the body only when asked for it (`Expect: 100-continue`). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Lets the client wait until somebody wants the body; a refusal before that saves sending it. */
export function letWait(req: IncomingMessage, res: ServerResponse): void {
  waiting.set(req, res)
}

export const isWaiting = (req: IncomingMessage) => waiting.has(req)

/** Call it before reading a body. */
export function askForBody(req: IncomingMessage): void {
  waiting.get(req)?.writeContinue()
  waiting.delete(req)
}

/** The whole body; 'tooLarge' as soon as it exceeds the limit, 'aborted' if the client left or was too slow. */
export async function readBody(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'tooLarge' | 'aborted'> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'tooLarge'
  askForBody(req)
  const chunks: Buffer[] = []
  let length = 0
  const { promise, resolve } = Promise.withResolvers<Buffer | 'tooLarge' | 'aborted'>()
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) return resolve('tooLarge')
    chunks.push(chunk)
  })
  req.once('end', () => resolve(Buffer.concat(chunks)))
  req.once('error', () => resolve('aborted'))
  req.once('close', () => resolve('aborted'))
  return promise.finally(() => req.removeAllListeners('data'))
}

/** Whether the client may still send a body that nobody has read. */
export function hasUnreadBody({ headers, readableEnded }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return false
  return !readableEnded
}

/**
 * Reads on after an early answer: closing a connection whose client still sends would lose the answer. True if the body
 * is over; otherwise the connection is half-closed, and closed soon after.
 */
export async function readRest(
  req: IncomingMessage,
  { restBytes, restTimeout, restIdle }: RestLimits,
): Promise<boolean> {
  if (req.destroyed) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const restoreTime = allowTime(req.socket)
  const whole = setTimeout(resolve, restTimeout, false)
  const idle = setTimeout(resolve, restIdle, false)
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    idle.refresh()
    if (bytes > restBytes) resolve(false)
  })
  for (const end of ['end', 'close', 'error']) req.once(end, () => resolve(true))
  req.resume()
  const isOver = await promise
  clearTimeout(whole)
  clearTimeout(idle)
  restoreTime()
  if (!isOver) hangUp(req.socket)
  return isOver
}

/** Bytes that still arrive are read: unread ones would reset the connection, and the answer with it. */
function hangUp(socket: Socket): void {
  socket.end()
  setTimeout(() => socket.destroy(), NOTICE_MS).unref()
}
