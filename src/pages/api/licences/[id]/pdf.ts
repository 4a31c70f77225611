import { wordsOf } from '#components/words-of.ts'
import { CertificateQuery, LicenceParams } from '#contract/downloads.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { certificatePdf } from '#server/licences/certificate-pdf.ts'
import { getLicence } from '#server/licences/licences.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'

export const GET = endpoint(async (context) => {
  const { deps } = context.locals
  const member = await requireMember(context)
  const licence = await getLicence(deps, member, parse(LicenceParams, context.params).id)
  const { locale } = parse(CertificateQuery, queryOf(context.url))
  const [certificate, terms] = await Promise.all([wordsOf('certificate', locale), wordsOf('licence', locale)])
  const pdf = await certificatePdf(deps, licence, { locale, certificate, licence: terms })
  const fileName = downloadName(deps.site.name, `licence_${licence.id}.pdf`)
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition('attachment', fileName),
    'Cache-Control': 'private, no-store',
  }
  return new Response(Uint8Array.from(pdf), { headers })
})
