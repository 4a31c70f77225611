import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { isCompressible } from '#server/http/cache/content-encoding.ts'
import { staticType } from './static-type.ts'

/** Bytes; smaller files are not worth compressing. */
const SMALLEST = 512

/** Writes `.br` and `.gz`, at the highest level, beside every built file that they make smaller. */
export function precompressed(): AstroIntegration {
  return {
    name: 'nagare:precompressed',
    hooks: {
      'astro:build:done': ({ dir }) => precompressFolder(fileURLToPath(dir)),
    },
  }
}

async function precompressFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isCompressible(staticType(entry.name)))
      await precompressFile(join(entry.parentPath, entry.name))
  }
}

async function precompressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
}
