import { once } from 'node:events'
import type { Socket } from 'node:net'
import { open, parseAnswer, type RawAnswer } from './raw-http.ts'

const PIECE = Buffer.alloc(64 * 1024, 'a')

interface Sending {
  method: string
  path: string
  headers?: Record<string, string>
  /** Bytes of the body. */
  bytes: number
}

/**
 * Sends a large body as simple programs do: they look for the answer only when all of it is sent. Rejects if the
 * connection is cut before that.
 */
export async function sendBody(server: URL, sending: Sending): Promise<RawAnswer> {
  const socket = open(server)
  try {
    return await sendBodyOn(socket, sending)
  } finally {
    socket.destroy()
  }
}

export async function sendBodyOn(
  socket: Socket,
  { method, path, headers = {}, bytes }: Sending,
): Promise<RawAnswer> {
  const lines = { host: 'nagare.example', ...headers, 'content-length': String(bytes) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  for (let left = bytes; left > 0; left -= PIECE.length)
    if (!socket.write(PIECE.subarray(0, left))) await once(socket, 'drain')
  let text = ''
  for (let answer = parseAnswer(text); ; answer = parseAnswer(text)) {
    if (answer.headers['content-length'] === String(answer.body.length)) return answer
    const [data] = await Promise.race([once(socket, 'data'), once(socket, 'end')])
    if (!data) throw new Error('the connection ended before the answer')
    text += data.toString('latin1')
  }
}
