import type { Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Motion } from './motion.ts'
import type { RgbImage } from './yuv.ts'

export interface FramesRequest {
  canvas: RgbImage
  motion: Motion
  /** How many, from the first on. */
  frames: number
}

/** Frames between the rendering thread and the encoder. */
const AHEAD = 3

/** Renders frames in a worker thread and writes them to an encoder's input as raw yuv420p. */
export async function feedFrames(request: FramesRequest, input: Writable): Promise<void> {
  const worker = new Worker(new URL('./loop-frames-worker.ts', import.meta.url), { workerData: request })
  try {
    for (let i = 0; i < AHEAD; i++) worker.postMessage('next')
    await relay(worker, input, request.frames)
  } finally {
    await worker.terminate()
  }
}

function relay(worker: Worker, input: Writable, frames: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = 0
    worker.once('error', reject)
    input.once('close', () => reject(new Error('the encoder closed its input')))
    worker.on('message', (bytes: Uint8Array) => {
      input.write(bytes, (error) => {
        if (error) return reject(error)
        worker.postMessage('next')
        if (++written === frames) resolve()
      })
    })
  })
}
