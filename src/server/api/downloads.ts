import type * as calls from '#contract/clips/download-calls.ts'
import type { Licence } from '#contract/clips/downloads.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import { listFiles } from '#server/downloads/list-files.ts'
import { signComp } from '#server/downloads/sign-comp.ts'
import { signDownload, signPlayback } from '#server/downloads/sign-download.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { memberByTokenOrBearer, refuseNavigation } from '#server/http/endpoint/film-redirect.ts'
import { getLicence, listLicences } from '#server/licences/licences.ts'

/** Makes a certificate; its words are content, which only pages may read. */
export type DrawCertificate = (
  deps: Deps,
  licence: Licence,
  locale: Locale,
) => Promise<Uint8Array<ArrayBuffer>>

export const downloadsWith = (drawCertificate: DrawCertificate): Handlers<typeof calls> => ({
  signMedia: ({ deps, member }, wish) => signDownload(deps, member, wish),
  clipFiles: ({ deps }, { id }) => listFiles(deps, id),
  async playClip({ deps, context }, { id }) {
    refuseNavigation(context.request)
    return signPlayback(deps, await memberByTokenOrBearer(context), id)
  },
  comp: ({ deps }, { id }) => signComp(deps, id),
  licenceList: ({ deps, member }, query) => listLicences(deps, member, query),
  licence: ({ deps, member }, { id }) => getLicence(deps, member, id),
  licencePdf: async ({ deps, member }, { id, locale }) =>
    drawCertificate(deps, await getLicence(deps, member, id), locale),
})
