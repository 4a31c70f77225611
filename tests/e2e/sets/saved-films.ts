import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@playwright/test'
import JSZip from 'jszip'

/** The masters of the shop's films. */
export const LIBRARY = join(import.meta.dirname, '../../../demo/library')
export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The downloaded zip, with its checksums verified. */
export async function unzipped(download: Download) {
  return JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
}
