import type { Blocks } from './fetch-film.ts'
import { freeMemory } from './free-memory.ts'

export interface ZipEntry {
  name: string
  input: Blocks | string
}

/** Films do not get smaller by packing, so they are put in as they are. */
export async function packInMemory(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const { default: JSZip } = await import('jszip')
  const zip = new JSZip()
  for await (const { name, input } of entries) zip.file(name, await inOne(input), { compression: 'STORE' })
  return zip.generateAsync({ type: 'blob', compression: 'STORE', mimeType: 'application/zip' })
}

async function inOne(input: ZipEntry['input']): Promise<ArrayBuffer | string> {
  return typeof input === 'string' ? input : new Blob(input).arrayBuffer()
}

/** Written while it comes; what was written is dropped where something fails. Files over 4 GB are zip64. */
export async function packToDisk(
  entries: AsyncIterable<ZipEntry>,
  file: WritableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { makeZip } = await import('client-zip')
  const films = new WeakSet<Uint8Array>()
  await makeZip(dated(entries, films)).pipeTo(givingBack(file, films), { signal })
}

async function* dated(entries: AsyncIterable<ZipEntry>, films: WeakSet<Uint8Array>) {
  const lastModified = new Date()
  for await (const { name, input } of entries)
    yield { name, lastModified, input: typeof input === 'string' ? input : oneByOne(input, films) }
}

async function* oneByOne(blocks: Blocks, films: WeakSet<Uint8Array>) {
  for (let block = blocks.shift(); block; block = blocks.shift()) {
    films.add(block)
    yield block
  }
}

/** Frees what was written of films; the rest of a zip is needed for its directory. */
function givingBack(
  file: WritableStream<Uint8Array>,
  films: WeakSet<Uint8Array>,
): WritableStream<Uint8Array> {
  const writer = file.getWriter()
  return new WritableStream<Uint8Array>({
    async write(piece) {
      await writer.write(piece)
      if (films.has(piece)) freeMemory(piece)
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  })
}
