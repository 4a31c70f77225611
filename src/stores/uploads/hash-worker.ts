import { createSHA256 } from 'hash-wasm'

/** Answers a file with its SHA-256 in hex, read piece by piece. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const hash = await createSHA256()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    hash.update(value)
  }
  self.postMessage(hash.digest('hex'))
}
