import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends raw bytes that an HTTP client would normalise or refuse, and reads until the server closes. */
export async function sendRaw(server: URL, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = open(server)
  socket.write(bytes)
  return answerOf(socket)
}

/** Sends a request with exactly this target. */
export function requestRaw(
  server: URL,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ host: 'nagare.example', connection: 'close', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return sendRaw(server, Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'))
}

export function open(server: URL): Socket {
  return connect(Number(server.port), server.hostname)
}

/** Reads the answer until the connection ends. */
export async function answerOf(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.once('close', () => resolve())
  socket.once('error', (error) => (chunks.length > 0 ? resolve() : reject(error)))
  await promise
  return parseAnswer(Buffer.concat(chunks).toString('latin1'))
}

export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header) => {
    const colon = header.indexOf(':')
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
  })
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  }
}
