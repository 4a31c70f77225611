import { createSHA256 } from 'hash-wasm'

/** SHA-256 in hex, or an error. */
export type HashAnswer = { hash: string } | { error: unknown }

self.onmessage = ({ data: file }: MessageEvent<File>) => {
  hashOf(file).then(
    (hash) => self.postMessage({ hash } satisfies HashAnswer),
    (error: unknown) => self.postMessage({ error } satisfies HashAnswer),
  )
}

/** Read piece by piece: a file may be larger than memory. */
async function hashOf(file: File): Promise<string> {
  const hash = await createSHA256()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    hash.update(value)
  }
  return hash.digest('hex')
}
