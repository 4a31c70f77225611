import { MediaSignQuery } from '#contract/downloads.ts'
import { signDownload } from '#server/downloads/sign-download.ts'
import { memberOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

/** Has an effect, so HEAD is refused. */
export const getOnly = true

export const GET = endpoint(async (context) => {
  const member = await memberOf(context)
  const { filepath } = parse(MediaSignQuery, queryOf(context.url))
  return signDownload(context.locals.deps, member, filepath)
})
