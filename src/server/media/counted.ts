import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Hashes (SHA-256, hex) and counts what passes through. */
export function counted() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, bytes: () => bytes, digest: () => hash.digest('hex') }
}
