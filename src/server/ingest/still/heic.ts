import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { MAX_PIXELS, STILL_TIMEOUT } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'

/** 8-bit RGBA, rows without gaps. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

export interface HeicRequest {
  bytes: Uint8Array
  /** 0 asks for the size alone. */
  maxPixels: number
}

export type HeicAnswer = { width: number; height: number; data?: Uint8Array } | { problem: string }

/** Width and height as displayed, without decoding. */
export async function heicSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height } = await ask({ bytes: await readFile(path), maxPixels: 0 })
  return { width, height }
}

/** HEIC's HEVC is what sharp leaves out; libheif in WebAssembly reads it, rotation applied. */
export async function decodeHeic(path: string): Promise<Pixels> {
  const { width, height, data } = await ask({ bytes: await readFile(path), maxPixels: MAX_PIXELS })
  if (!data) throw new Refusal('not readable as a HEIC image')
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) }
}

/** A thread of its own, because the decoder runs to its end once started: only ending the thread stops it. */
async function ask(request: HeicRequest): Promise<Exclude<HeicAnswer, { problem: string }>> {
  // The decoder prints what it thinks of a file; the operator is told by the summary.
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
