import { SetSourceParams } from '#contract/sets.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { filmAt, refusePages } from '#server/http/endpoint/player.ts'
import { promotionFilm } from '#server/sets/sign-set-clip.ts'

export const GET = endpoint(async ({ request, params, locals }) => {
  refusePages(request)
  const { id: set, sourceId: source } = parse(SetSourceParams, params)
  return filmAt(await promotionFilm(locals.deps, { set, source }))
})
