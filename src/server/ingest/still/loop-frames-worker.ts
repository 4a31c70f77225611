import { parentPort, workerData } from 'node:worker_threads'
import type { FramesRequest } from './feed-frames.ts'
import { frameRenderer } from './loop-frames.ts'

const { canvas, motion, frames } = workerData as FramesRequest
const render = frameRenderer(canvas, motion)
let next = 0

/** Each message requests one frame, so that few wait to be written. */
parentPort?.on('message', () => {
  if (next >= frames) return
  const bytes = render(next++)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
