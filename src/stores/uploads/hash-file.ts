import type { HashAnswer } from './hash-worker.ts'

/** SHA-256 in hex, computed on a separate thread. @throws if the file cannot be read, or on abort */
export function hashFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  const hashed = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
      if ('done' in data) onProgress(data.done)
      else if ('hash' in data) resolve(data.hash)
      else reject(data.error)
    }
    worker.onerror = (event) => reject(new Error(event.message || 'the file could not be read'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(file)
  })
  return hashed.finally(() => worker.terminate())
}
