import { parentPort, workerData } from 'node:worker_threads'
import heic from 'heic-decode'
import type { HeicAnswer, HeicRequest } from './heic.ts'

parentPort?.postMessage(await answer(workerData as HeicRequest))

async function answer({ bytes, maxPixels }: HeicRequest): Promise<HeicAnswer> {
  try {
    const [image] = await heic.all({ buffer: bytes })
    if (!image) return { problem: 'no image in it' }
    const { width, height } = image
    if (maxPixels === 0 || width * height > maxPixels) return { width, height }
    const { data } = await image.decode()
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
