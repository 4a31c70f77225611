import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Faults of the line to a service. */
export const FAULTS = ['down', 'slow', 'cut', 'half-open', 'reset', 'trickle'] as const
export type Fault = (typeof FAULTS)[number]

const SLOW_MS = 2_000
/** Bytes of an answer before the line is cut. */
const BEFORE_CUT = 12
/** Milliseconds per byte. */
const TRICKLE_MS = 250

/** A TCP line to a server that breaks on command: new and open connections. */
export interface FaultyLine {
  port: number
  /** Without a fault it works again, except half-open connections: they stay silent. */
  become(fault?: Fault): Promise<void>
  /** Bytes from clients. */
  sent(): number
  close(): Promise<void>
}

export async function faultyLine(targetPort: number): Promise<FaultyLine> {
  let fault: Fault | undefined
  let sent = 0
  const pairs = new Set<Pair>()
  const lost = new WeakSet<Pair>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const pair: Pair = join(client, targetPort, () => (lost.has(pair) ? 'half-open' : fault))
    pairs.add(pair)
    client.on('data', (chunk) => {
      sent += chunk.length
    })
    client.once('close', () => pairs.delete(pair))
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const end = () => {
    for (const { client, target } of pairs) for (const socket of [client, target]) socket.destroy()
  }
  return {
    port,
    sent: () => sent,
    async become(next) {
      if (fault === 'down') await listen(server, port)
      // Held bytes are lost, as on a real line. Nobody learns that the other end of a connection is gone.
      if (fault === 'half-open') for (const pair of pairs) lost.add(pair)
      else if (fault) end()
      fault = next
      if (fault !== 'down') return
      server.close()
      end()
    },
    async close() {
      end()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Pair {
  client: Socket
  target: Socket
}

function join(client: Socket, targetPort: number, faultNow: () => Fault | undefined): Pair {
  const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
  for (const socket of [client, target]) socket.on('error', () => {})
  client.on('data', (chunk) => {
    const fault = faultNow()
    if (fault === 'half-open') return
    if (fault === 'reset') return void client.resetAndDestroy()
    target.write(chunk)
  })
  target.on('data', (chunk) => answer({ client, target }, chunk, faultNow))
  client.once('end', () => target.end())
  target.once('end', () => faultNow() === 'half-open' || client.end())
  client.once('close', () => target.destroy())
  target.once('close', () => faultNow() === 'half-open' || client.destroySoon())
  return { client, target }
}

function answer({ client, target }: Pair, chunk: Buffer, faultNow: () => Fault | undefined): void {
  switch (faultNow()) {
    case undefined:
      return void client.write(chunk)
    case 'half-open':
      return
    case 'slow':
      target.pause()
      return void setTimeout(() => {
        client.write(chunk)
        target.resume()
      }, SLOW_MS)
    case 'cut':
      client.end(chunk.subarray(0, BEFORE_CUT))
      return void target.destroy()
    case 'trickle':
      trickle({ client, target }, chunk, faultNow)
      return
    default:
      client.resetAndDestroy()
  }
}

function trickle(pair: Pair, chunk: Buffer, faultNow: () => Fault | undefined): void {
  const { client, target } = pair
  target.pause()
  let at = 0
  const timer = setInterval(() => {
    if (client.destroyed) return clearInterval(timer)
    client.write(chunk.subarray(at, ++at))
    if (at < chunk.length && faultNow() === 'trickle') return
    client.write(chunk.subarray(at))
    clearInterval(timer)
    target.resume()
  }, TRICKLE_MS)
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
