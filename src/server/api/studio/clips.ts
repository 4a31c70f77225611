import type * as calls from '#contract/studio/editor-calls.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { deleteClip } from '#server/library/clip/delete-clip.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { hideNow, publishNow, scheduleDraft } from '#server/library/clip/show-clip.ts'
import { clipVersion, studioClip } from '#server/library/clip/studio-clip.ts'
import { otherWords, suggestWords } from '#server/search/suggest/suggest-words.ts'
import { renderAgain } from '#server/uploads/render-again.ts'

export const studioClips: Handlers<typeof calls> = {
  studioClip: ({ deps }, { id }) => studioClip(deps, id),
  clipVersion: ({ deps }, { id }) => clipVersion(deps, id),
  editClip: ({ deps, member }, { id, ...edit }) => editClip(deps, member, id, edit),
  deleteClip: ({ deps, member }, input) => deleteClip(deps, member, input),
  publishStudioClip: ({ deps, member }, input) => publishNow(deps, member, input),
  hideStudioClip: ({ deps, member }, input) => hideNow(deps, member, input),
  scheduleClip: ({ deps, member }, input) => scheduleDraft(deps, member, input),
  renderAgain: ({ deps, member }, { id }) => renderAgain(deps, member, id),
  async clipFrames({ deps }, { id }) {
    // Loaded here, since few requests draw pictures.
    const { filmStrip } = await import('#server/ingest/retile/film-strip.ts')
    return filmStrip(deps, id)
  },
  keywordSuggestions: async ({ deps }, { q, locale }) => ({
    words: await suggestWords(deps, { text: q, locale }),
  }),
  otherWords: (_, input) => ({ words: otherWords(input) }),
}
