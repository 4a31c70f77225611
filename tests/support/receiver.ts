import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface ReceivedEvent {
  id: string
  type: string
  data: Record<string, unknown>
  headers: IncomingHttpHeaders
  raw: string
}

type Answer = (response: ServerResponse, event: ReceivedEvent) => unknown

const taken: Answer = (response) => response.writeHead(204).end()

/** A receiver of webhooks on this machine. It takes events until told otherwise. */
export async function startReceiver(first = taken) {
  const received: ReceivedEvent[] = []
  let answer = first
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const event = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      raw,
      ...JSON.parse(raw),
    }
    received.push(event)
    await answer(response, event)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    received,
    sockets,
    answers(next: Answer) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Whether the secret signed the event, as the package of Standard Webhooks checks it. */
export function isSignedBy(secret: string, { raw, headers }: ReceivedEvent): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
