import type { IncomingMessage } from 'node:http'
import type { DataStore, Server, Upload } from '@tus/server'
import { StreamLimiter } from '@tus/server'

interface Context {
  signal: AbortSignal
}

/** What the library calls for the bytes of a request. */
interface BodyWriter {
  store: DataStore
  writeToStore(body: unknown, upload: Upload, most: number, context: Context): Promise<number>
}

interface BodyOptions {
  /** The request that sends bytes of an upload, by its id in the store. */
  bodyOf(id: string): IncomingMessage
  /** Milliseconds between progress reports while bytes arrive. */
  reportMs: number
  onReceived(id: string, offset: number): void
}

/**
 * Makes the library read Node's own stream. By default it uses a web stream, which copies every byte and leaves tens of
 * megabytes to the garbage collector.
 */
export function readNodeBodies(server: Server, options: BodyOptions): void {
  for (const handler of [server.handlers.PATCH, server.handlers.POST]) {
    const writer = handler as unknown as BodyWriter
    writer.writeToStore = (_, upload, most, context) =>
      writeBody(writer.store, { upload, most, context, ...options })
  }
}

interface Write extends BodyOptions {
  upload: Upload
  most: number
  context: Context
}

/** Ends early, with the bytes so far, when the request is cut off. */
async function writeBody(
  store: DataStore,
  { upload, most, context, bodyOf, reportMs, onReceived }: Write,
): Promise<number> {
  const { id, offset } = upload
  const body = bodyOf(id)
  const limited = new StreamLimiter(most)
  const stop = () => {
    body.unpipe(limited)
    if (!limited.writableEnded) limited.end()
  }
  if (context.signal.aborted || body.destroyed) stop()
  context.signal.addEventListener('abort', stop, { once: true })
  body.once('close', stop)
  let received = offset
  const count = (chunk: Buffer) => {
    received += chunk.length
  }
  const reporting = setInterval(() => onReceived(id, received), reportMs)
  try {
    body.on('data', count)
    body.pipe(limited)
    return await store.write(limited, id, offset)
  } finally {
    clearInterval(reporting)
    context.signal.removeEventListener('abort', stop)
    body.off('close', stop)
    body.off('data', count)
    body.unpipe(limited)
  }
}
