import { SetSourceParams } from '#contract/sets.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { redirectToFilm, refuseNavigation } from '#server/http/endpoint/film-redirect.ts'
import { playFromPromotion } from '#server/sets/sign-set-clip.ts'

export const GET = endpoint(async ({ request, params, locals }) => {
  refuseNavigation(request)
  const { id: set, sourceId: source } = parse(SetSourceParams, params)
  const { url } = await playFromPromotion(locals.deps, { set, source })
  return redirectToFilm(url)
})
