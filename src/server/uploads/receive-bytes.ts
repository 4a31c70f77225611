import type { IncomingMessage } from 'node:http'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { UploadLease } from './upload-lease.ts'

/**
 * Stores what a request sends, until it ends, is cut off or a newer one asks for the upload. What has arrived by then is
 * kept. @throws LeaseLost, AppError('fileTooLarge' | 'storageFull' | 'unavailable')
 */
export async function receiveBytes(
  { uploads }: Pick<Deps, 'uploads'>,
  lease: UploadLease,
  body: IncomingMessage,
): Promise<void> {
  const writer = await uploads.files.write(lease)
  const asked = new AbortController()
  lease.watch(() => asked.abort())
  try {
    let left = lease.bytes - lease.received
    await eachChunk(body, asked.signal, (chunk) => {
      left -= chunk.length
      if (left < 0) throw new AppError('fileTooLarge', 'more bytes than Upload-Length says')
      return writer.write(chunk)
    })
  } finally {
    lease.unwatch()
    await writer.end()
  }
}

/** Ends without an error when the sender is cut off. Reads on only after `take` has taken the chunk. */
async function eachChunk(
  body: IncomingMessage,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (body.destroyed) return
  const end = () => resolve()
  let taking: Promise<void> | undefined
  const onData = (chunk: Buffer) => {
    try {
      taking = take(chunk)
    } catch (error) {
      return reject(error)
    }
    if (!taking) return
    body.pause()
    taking.then(() => body.resume(), reject)
  }
  body.on('data', onData).once('end', end).once('close', end).once('error', end)
  signal.addEventListener('abort', end)
  try {
    await promise
    await taking
  } finally {
    body.off('data', onData).off('end', end).off('close', end).off('error', end)
    body.pause()
  }
}
