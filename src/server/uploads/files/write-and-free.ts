import { Writable } from 'node:stream'

/**
 * Writes to `file` and gives each chunk's memory back at once, where nothing else can see it. Left to the garbage collector,
 * tens of megabytes of an upload stay in memory.
 */
export function writeAndFree(file: Writable): Writable {
  // A failed write is told to its callback; without a listener the event would end the process.
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
