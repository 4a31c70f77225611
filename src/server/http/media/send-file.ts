import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from '#server/media/storage.ts'
import type { BufferPool } from './buffer-pool.ts'

/**
 * Sends a part of an open file with one buffer at a time, read only when the socket has taken the one before. Ends the
 * answer; destroys it where the file turns out shorter than it was. Resolves too when the client left.
 */
export async function sendFile(
  res: ServerResponse,
  { fd, range, pool }: { fd: number; range: ByteRange; pool: BufferPool },
): Promise<void> {
  let position = range.start
  while (position <= range.end && !res.destroyed) {
    const buffer = pool.take()
    const wanted = Math.min(buffer.length, range.end + 1 - position)
    const bytes = await readAt(fd, { buffer, length: wanted, position }).catch((error) => {
      pool.give(buffer)
      throw error
    })
    if (bytes === 0) {
      pool.give(buffer)
      res.destroy()
      return
    }
    position += bytes
    await written(res, buffer.subarray(0, bytes), position > range.end)
    pool.give(buffer)
  }
}

function readAt(
  fd: number,
  { buffer, length, position }: { buffer: Buffer; length: number; position: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  read(fd, buffer, 0, length, position, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  return promise
}

/** Resolves when the kernel has the bytes, so that the buffer may be filled anew, or when the client is gone. */
function written(res: ServerResponse, bytes: Buffer, isLast: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (res.destroyed) return Promise.resolve()
  const done = () => {
    res.off('close', done)
    resolve()
  }
  res.once('close', done)
  if (isLast) res.end(bytes, done)
  else res.write(bytes, done)
  return promise
}
