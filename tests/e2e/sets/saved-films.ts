import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@playwright/test'
import JSZip from 'jszip'

/** Where the films lie that the shop was filled with. */
export const LIBRARY = join(import.meta.dirname, '../../../demo/library')
export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The saved zip, whose checksums hold. */
export async function unzipped(download: Download) {
  return JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
}
