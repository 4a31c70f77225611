import { licencePdf } from '#contract/clips/download-calls.ts'
import { ApiError } from '#contract/request.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ZipEntry } from './pack-zip.ts'

/** The server draws one at a time. */
const TRIES = 10

/** A licence's certificate for a zip; undefined if it cannot be had: the manifest still has its address. */
export async function certificateOf(
  id: string,
  signal: AbortSignal,
  tries = TRIES,
): Promise<ZipEntry | undefined> {
  try {
    const pdf = await requestAs(licencePdf, { id, locale: pageLocale() }, { signal })
    return {
      name: `certificates/licence_${id}.pdf`,
      input: [new Uint8Array(await pdf.arrayBuffer())],
    }
  } catch (error) {
    const seconds = error instanceof ApiError && error.retryAfterSeconds
    if (seconds && tries > 1 && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      return certificateOf(id, signal, tries - 1)
    }
    console.info(`The certificate ${id} could not be fetched`, error)
    return undefined
  }
}
