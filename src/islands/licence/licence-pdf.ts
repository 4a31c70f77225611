import { licencePdf } from '#contract/download-calls.ts'
import { addressOf } from '#contract/request.ts'
import type { Locale } from '#i18n/strings.ts'
import { freshToken, refreshSession } from '#stores/auth/auth.ts'

const TIMEOUT_MS = 30_000

/** Fetches the certificate with the holder's token and saves it. @throws if it is not available */
export async function saveLicencePdf(id: string, language: Locale, fileName: string): Promise<void> {
  const ask = (token: string) =>
    fetch(addressOf(licencePdf, { id, locale: language }), {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  const token = await freshToken()
  const first = await ask(token)
  const response = first.status === 401 ? await ask((await refreshSession(token)).token) : first
  if (!response.ok) throw new Error(`The certificate was refused with ${response.status}`)
  const { saveAs } = await import('file-saver')
  saveAs(await response.blob(), fileName)
}
