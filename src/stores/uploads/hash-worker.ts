import { createSHA256 } from 'hash-wasm'

/** How many bytes are hashed, then SHA-256 in hex; or an error. */
export type HashAnswer = { done: number } | { hash: string } | { error: unknown }

const PROGRESS_BYTES = 16 * 1024 * 1024

const tell = (answer: HashAnswer) => self.postMessage(answer)

self.onmessage = ({ data: file }: MessageEvent<File>) => {
  hashOf(file).then(
    (hash) => tell({ hash }),
    (error: unknown) => tell({ error }),
  )
}

/** Read piece by piece: a file may be larger than memory. */
async function hashOf(file: File): Promise<string> {
  const hash = await createSHA256()
  const reader = file.stream().getReader()
  let bytes = 0
  let told = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    hash.update(value)
    bytes += value.length
    if (bytes - told < PROGRESS_BYTES) continue
    told = bytes
    tell({ done: bytes })
  }
  return hash.digest('hex')
}
