import { legalWordsOf, wordsOf } from '#components/words-of.ts'
import { handlersWith } from '#server/api/handlers.ts'
import { answerCalls } from '#server/http/endpoint/answer-call.ts'
import { readLegal } from '#server/legal/legal.ts'
import { certificatePdf } from '#server/licences/certificate-pdf.ts'

/** Every call of src/contract. */
export const ALL = answerCalls(
  handlersWith(async (deps, licence, locale) => {
    // As it was at the download; a licence from before the shop's own versions has ours.
    const held = await readLegal(deps, 'terms', licence.terms_version)
    const [certificate, terms] = await Promise.all([
      wordsOf(deps.site, 'certificate', locale),
      legalWordsOf(deps.site, held, 'licence', locale),
    ])
    const pdf = await certificatePdf(deps, licence, { locale, certificate, licence: terms })
    return Uint8Array.from(pdf)
  }),
)
