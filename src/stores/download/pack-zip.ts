import type { Blocks } from './fetch-film.ts'

export interface ZipEntry {
  name: string
  input: Blocks | string
}

/** Packs in memory with jszip; client-zip streams sets that do not fit (packToDisk). Films do not compress. */
export async function packInMemory(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const { default: JSZip } = await import('jszip')
  const zip = new JSZip()
  for await (const { name, input } of entries) zip.file(name, await inOne(input), { compression: 'STORE' })
  return zip.generateAsync({ type: 'blob', compression: 'STORE', mimeType: 'application/zip' })
}

async function inOne(input: ZipEntry['input']): Promise<ArrayBuffer | string> {
  return typeof input === 'string' ? input : new Blob(input).arrayBuffer()
}

/** Streams the zip to a file with client-zip (zip64 over 4 GB); on failure the written part is dropped. */
export async function packToDisk(
  entries: AsyncIterable<ZipEntry>,
  file: WritableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { makeZip } = await import('client-zip')
  await makeZip(dated(entries)).pipeTo(file, { signal })
}

async function* dated(entries: AsyncIterable<ZipEntry>) {
  const lastModified = new Date()
  for await (const { name, input } of entries)
    yield { name, lastModified, input: typeof input === 'string' ? input : freedOnceWritten(input) }
}

/** Yields blocks and frees each one after it is written. */
async function* freedOnceWritten(blocks: Blocks) {
  for (let block = blocks.shift(); block; block = blocks.shift()) yield block
}
