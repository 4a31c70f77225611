import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from '#server/media/storage.ts'

interface PoolOptions {
  /** Bytes of a buffer. */
  size: number
  /** Bytes of the buffers that slow readers get when the large ones are in use. */
  smallSize: number
  /** Most large buffers at a time. */
  most: number
}

/** Reuses buffers, so that sending a film makes no garbage. */
export class BufferPool {
  readonly #options: PoolOptions
  readonly #free: Buffer[] = []
  #taken = 0

  constructor(options: PoolOptions) {
    this.#options = options
  }

  take(): Buffer {
    const { size, smallSize, most } = this.#options
    this.#taken += 1
    if (this.#taken > most) return Buffer.allocUnsafeSlow(smallSize)
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(size)
  }

  /** Nothing may read from the buffer any more. */
  give(buffer: Buffer): void {
    const { size, most } = this.#options
    this.#taken -= 1
    if (buffer.length === size && this.#free.length < most) this.#free.push(buffer)
  }
}

/** Sends part of a file, one buffer at a time, and ends the response. Resolves too when the client leaves. */
export async function sendFile(
  res: ServerResponse,
  { fd, range, pool }: { fd: number; range: ByteRange; pool: BufferPool },
): Promise<void> {
  let position = range.start
  while (position <= range.end && !res.destroyed) {
    const buffer = pool.take()
    try {
      const length = Math.min(buffer.length, range.end + 1 - position)
      const bytes = await readAt(fd, { buffer, length, position })
      if (bytes === 0) {
        res.destroy()
        return
      }
      position += bytes
      await written(res, buffer.subarray(0, bytes), position > range.end)
    } finally {
      pool.give(buffer)
    }
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

/** Resolves when the kernel has the bytes, so that the buffer may be filled again, or when the client is gone. */
function written(res: ServerResponse, bytes: Buffer, isLast: boolean): Promise<void> {
  if (res.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => {
    res.off('close', done)
    resolve()
  }
  res.once('close', done)
  if (isLast) res.end(bytes, done)
  else res.write(bytes, done)
  return promise
}
