import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that can be moved to another server, as with a proxy or a name: connections pass through. */
export interface MovingAddress {
  port: number
  /** Ends the connections; new ones lead to the port. */
  pointTo(port: number): void
  close(): void
}

export async function openMovingAddress(first: number): Promise<MovingAddress> {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(one)
      one.setNoDelay()
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    pointTo(port) {
      target = port
      for (const socket of open) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
