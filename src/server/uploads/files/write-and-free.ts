import { Writable } from 'node:stream'

/**
 * Writes to `file` and frees each chunk's memory at once. The garbage collector would leave tens of megabytes of an
 * upload in memory.
 */
export function writeAndFree(file: Writable): Writable {
  // The callback gets a failed write; without a listener the event would end the process.
  file.on('error', () => {})
  return new Writable({
    write(chunk: Uint8Array<ArrayBuffer>, _, done) {
      file.write(chunk, (error) => {
        if (chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0)
        done(error)
      })
    },
    final(done) {
      file.end(done)
    },
    destroy(error, done) {
      file.destroy()
      done(error)
    },
  })
}
