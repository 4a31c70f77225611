import { licencePdf } from '#contract/clips/download-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { patiently } from '#stores/patiently.ts'
import type { ZipEntry } from './pack-zip.ts'

/** A licence's certificate for a zip; undefined if it cannot be had: the manifest still has its address. */
export async function certificateOf(id: string, signal: AbortSignal): Promise<ZipEntry | undefined> {
  try {
    // The server draws one at a time.
    const pdf = await patiently(() => requestAs(licencePdf, { id, locale: pageLocale() }, { signal }))
    const input = [new Uint8Array(await pdf.arrayBuffer())]
    return { name: `certificates/licence_${id}.pdf`, input }
  } catch (error) {
    console.info(`The certificate ${id} could not be fetched`, error)
    return undefined
  }
}
