import type * as calls from '#contract/clips/clip-calls.ts'
import { AppError } from '#contract/errors.ts'
import { termText } from '#domain/address/search-path.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { clipsOfNames } from '#server/clips/clips-of-names.ts'
import { getSource } from '#server/clips/get-source.ts'
import { getCategory, listCategories } from '#server/clips/list-categories.ts'
import { listSources } from '#server/clips/list-sources.ts'
import { readSources } from '#server/clips/source-view.ts'
import { sendMessage } from '#server/contact/contact-mail.ts'
import { oembed } from '#server/discovery/oembed.ts'
import { CspReports, logViolations } from '#server/http/csp-reports.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { bearerIn } from '#server/http/endpoint/bearer.ts'
import { parseBody } from '#server/http/endpoint/endpoint.ts'
import { preferredLocale } from '#server/http/endpoint/preferred-locale.ts'
import { likeClip, listLikedClips, listLikes, unlikeClip } from '#server/likes/likes.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import { findCreator } from '#server/search/query/creators.ts'
import { creatorClips, searchSources } from '#server/search/query/search-sources.ts'
import { relatedSources } from '#server/search/related/related-sources.ts'
import { alikeSources, similarSources } from '#server/search/related/similar-sources.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { countView } from '#server/views/count-view.ts'

export const clips: Handlers<typeof calls> = {
  clip: ({ deps }, { id }) => getSource(deps, id),
  relatedClips: ({ deps }, input) => relatedSources(deps, input),
  similarClips: ({ deps }, input) => similarSources(deps, input),
  alikeClips: ({ deps }, input) => alikeSources(deps, input),
  categoryList: async ({ deps }) => ({ categories: await listCategories(deps) }),
  async categoryClips({ deps }, { id, offset }) {
    const { key } = await getCategory(deps, id)
    return listSources(deps, { category: key, offset })
  },
  async creatorClips({ deps }, { name, facets, ...search }) {
    const creator = await findCreator(deps.db, name)
    if (!creator) throw new AppError('creatorNotFound')
    return creatorClips(deps, { ...search, creator, facets: facets === '1' }, readSources)
  },
  search: ({ deps }, { q, facets, ...filters }) =>
    searchSources(deps, { ...filters, text: termText(q), facets: facets === '1' }),
  clipsByName: ({ deps }, { names }) => clipsOfNames(deps, names),
  suggestionList: ({ deps }, { q }) => suggest(deps, { text: q }),
  apiDocument: ({ deps }) => openApiDocument(deps.site),
  oembed: ({ deps }, query) => oembed(deps, query),
  countView: ({ deps, visitor }, { id }) => countView(deps, { clipId: id, address: visitor.address }),
  like: ({ deps, member }, { id }) => likeClip(deps, member, id),
  unlike: ({ deps, member }, { id }) => unlikeClip(deps, member, id),
  likeList: ({ deps, member }) => listLikes(deps, member),
  likedClips: ({ deps, member }, query) => listLikedClips(deps, member, query),
  activity: ({ deps, visitor: { address, userAgent }, context }, input) =>
    recordActivity(deps, input, {
      token: bearerIn(context.request.headers.get('authorization')),
      address,
      userAgent,
    }),
  async sendMessage({ deps, visitor, context }, input) {
    const locale = input.locale ?? preferredLocale(context.request.headers.get('accept-language'))
    await sendMessage(deps, { ...input, locale }, visitor)
  },
  async reportViolations({ deps, context }) {
    logViolations(deps, await parseBody(CspReports, context.request))
  },
}
