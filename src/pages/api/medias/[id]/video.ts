import { SourceParams } from '#contract/clips.ts'
import { playFullFilm } from '#server/downloads/full-film.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { filmAt, playerOf, refusePages } from '#server/http/endpoint/player.ts'

export const GET = endpoint(async (context) => {
  refusePages(context.request)
  const player = await playerOf(context)
  const location = await playFullFilm(context.locals.deps, player, parse(SourceParams, context.params).id)
  return filmAt(location)
})
