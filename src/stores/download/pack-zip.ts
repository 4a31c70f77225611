import type { Blocks } from './fetch-film.ts'

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
  await makeZip(dated(entries)).pipeTo(file, { signal })
}

async function* dated(entries: AsyncIterable<ZipEntry>) {
  const lastModified = new Date()
  for await (const { name, input } of entries)
    yield { name, lastModified, input: typeof input === 'string' ? input : lettingGo(input) }
}

/** Of a film only what is not written yet is held. */
async function* lettingGo(blocks: Blocks) {
  for (let block = blocks.shift(); block; block = blocks.shift()) yield block
}
