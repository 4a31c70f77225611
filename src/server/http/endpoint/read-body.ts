import type { IncomingMessage } from 'node:http'

/**
 * The whole body, 'tooLarge' as soon as it exceeds the limit (the rest is not kept), or 'aborted' where the client
 * left or was too slow.
 */
export async function readBody(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'tooLarge' | 'aborted'> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'tooLarge'
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
