import { wordsOf } from '#components/words-of.ts'
import { handlersWith } from '#server/api/handlers.ts'
import { answerCalls } from '#server/http/endpoint/answer-call.ts'
import { certificatePdf } from '#server/licences/certificate-pdf.ts'

/** Every call of src/contract. */
export const ALL = answerCalls(
  handlersWith(async (deps, licence, locale) => {
    const [certificate, terms] = await Promise.all([
      wordsOf(deps.site, 'certificate', locale),
      wordsOf(deps.site, 'licence', locale),
    ])
    const pdf = await certificatePdf(deps, licence, { locale, certificate, licence: terms })
    return Uint8Array.from(pdf)
  }),
)
