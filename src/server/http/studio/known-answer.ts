import { errorStatusText } from '#contract/error-messages.ts'
import type { KnownAnswer } from '#contract/studio/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { idOfOriginal } from '#server/library/publish-clip.ts'

/** 409 with the clip that was made of a file with this hash; undefined where there is none. */
export async function knownAnswer(
  { deps, requestId }: { deps: Deps; requestId: string },
  sha256: string,
): Promise<Response | undefined> {
  const clip = await idOfOriginal(deps.db, sha256)
  if (clip === undefined) return undefined
  const status = errorStatusText('alreadyInLibrary')
  const answer: KnownAnswer = { status, message: `already clip ${clip}`, request_id: requestId, clip }
  return Response.json(answer, { status: 409, headers: { 'Cache-Control': 'no-store' } })
}
