import { SourceParams } from '#contract/clips.ts'
import { playFullFilm } from '#server/downloads/full-film.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import {
  memberByTokenOrBearer,
  redirectToFilm,
  refuseNavigation,
} from '#server/http/endpoint/film-redirect.ts'

export const GET = endpoint(async (context) => {
  refuseNavigation(context.request)
  const player = await memberByTokenOrBearer(context)
  const location = await playFullFilm(context.locals.deps, player, parse(SourceParams, context.params).id)
  return redirectToFilm(location)
})
