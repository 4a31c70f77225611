import { type KnownAnswer, KnownQuery } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { idOfOriginal } from '#server/library/publish-clip.ts'

export const GET = endpoint(async (context): Promise<KnownAnswer> => {
  await requireEditor(context)
  const { sha256 } = parse(KnownQuery, queryOf(context.url))
  return { clip: (await idOfOriginal(context.locals.deps.db, sha256)) ?? null }
})
