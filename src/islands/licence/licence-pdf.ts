import { ApiError } from '#contract/request.ts'
import type { Locale } from '#i18n/strings.ts'
import { freshToken } from '#stores/auth.ts'

/** Fetches the certificate as its holder and saves it. @throws where it could not be had */
export async function saveLicencePdf(id: string, language: Locale, fileName: string): Promise<void> {
  const [token, { saveAs }] = await Promise.all([freshToken(), import('file-saver')])
  const response = await fetch(`/api/licences/${encodeURIComponent(id)}/pdf?lang=${language}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) {
    const answer = { status: 'UNEXPECTED', message: response.statusText, request_id: '' }
    throw new ApiError(response.status, answer)
  }
  saveAs(await response.blob(), fileName)
}
