import { SourceParams } from '#contract/clips.ts'
import { signPlayback } from '#server/downloads/sign-download.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import {
  memberByTokenOrBearer,
  redirectToFilm,
  refuseNavigation,
} from '#server/http/endpoint/film-redirect.ts'

export const GET = endpoint(async (context) => {
  refuseNavigation(context.request)
  const player = await memberByTokenOrBearer(context)
  const location = await signPlayback(context.locals.deps, player, parse(SourceParams, context.params).id)
  return redirectToFilm(location)
})
