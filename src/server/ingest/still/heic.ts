import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Size } from '#domain/clips/film-size.ts'
import { MAX_PIXELS, STILL_TIMEOUT } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'

export interface HeicRequest {
  bytes: Uint8Array
  /** 0 reads the size alone. */
  maxPixels: number
}

export type HeicAnswer = (Size & { data?: Uint8Array }) | { problem: string }

/** Width and height as displayed, without decoding. */
export async function heicSize(path: string): Promise<Size> {
  const { width, height } = await ask({ bytes: await readFile(path), maxPixels: 0 })
  return { width, height }
}

/** sharp lacks HEVC; libheif in WebAssembly reads it and applies the rotation. 8-bit RGBA. @throws Refusal */
export async function decodeHeic(path: string): Promise<Size & { data: Buffer }> {
  const { width, height, data } = await ask({ bytes: await readFile(path), maxPixels: MAX_PIXELS })
  if (!data) throw new Refusal('not readable as a HEIC image')
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) }
}

/** In a worker thread, since the decoder can only be stopped with its thread. @throws Refusal */
async function ask(request: HeicRequest): Promise<Exclude<HeicAnswer, { problem: string }>> {
  // stdout and stderr: the decoder's own messages are dropped.
  const options = { workerData: request, stdout: true, stderr: true }
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), options)
  try {
    const answer = await firstAnswer(worker)
    if ('problem' in answer) throw new Refusal(`not readable as a HEIC image: ${answer.problem}`)
    return answer
  } finally {
    await worker.terminate()
  }
}

function firstAnswer(worker: Worker): Promise<HeicAnswer> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Refusal('decoding the HEIC image takes too long'))
    const timer = setTimeout(late, STILL_TIMEOUT)
    worker.once('exit', () => clearTimeout(timer))
    worker.once('message', resolve)
    worker.once('error', (error) => reject(new Refusal(`not readable as a HEIC image: ${error.message}`)))
  })
}
