import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

/** How many allow a connection's request any time, such as an upload. */
const patient = new WeakMap<Duplex, number>()

/** From now on the request may exceed `requestTimeout`; a connection without traffic is still closed. */
export function allowTime(socket: Duplex): () => void {
  const allow = (more: number) => void patient.set(socket, (patient.get(socket) ?? 0) + more)
  allow(1)
  return () => allow(-1)
}

/** Answers a request that is not valid HTTP or came too slowly, and closes the connection. */
export function answerClientError(error: ParseError, socket: Duplex, log: Logger): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.get(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = isUnknownMethod(error) ? 501 : (STATUS[error.code ?? ''] ?? 400)
  log.info({ status, code: error.code }, 'invalid request')
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
  )
  // For clients that do not read the answer.
  setTimeout(() => socket.destroy(), 1000).unref()
}

/** Whether only the method is wrong. The parser gives the same code for text that is not HTTP at all. */
function isUnknownMethod({ code, rawPacket }: ParseError): boolean {
  return (
    code === 'HPE_INVALID_METHOD' && /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(rawPacket?.toString('latin1') ?? '')
  )
}
