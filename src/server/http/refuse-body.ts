import type { IncomingMessage } from 'node:http'
import type { Exchange } from './exchange.ts'
import { refusalOf } from './refuse.ts'

/** A client that sends on for longer than this is cut off. */
const LINGER_MS = 1000
const LINGER_BYTES = 1024 * 1024

/**
 * Answers 413 and closes the connection, but only after the client had a chance to read the answer: closing while it
 * still sends would reset the connection and throw the answer away.
 */
export async function refuseBody(exchange: Exchange): Promise<void> {
  const { status, headers, body } = refusalOf(exchange, 'bodyTooLarge')
  exchange.start(status, [...headers, 'Connection', 'close'])
  exchange.res.write(body)
  await discarded(exchange.req)
  exchange.res.end()
}

async function discarded(req: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(resolve, LINGER_MS)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) resolve()
  })
  req.once('end', resolve)
  req.once('close', resolve)
  await promise
  clearTimeout(timer)
}
