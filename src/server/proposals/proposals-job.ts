import { z } from 'zod'
import { newTexts } from '#domain/studio/clip/proposal.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import type { Deps } from '#server/deps.ts'
import { errorText } from '#server/jobs/error-text.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { findLibraryClip } from '#server/library/clip/library-clip.ts'
import { cleanTexts } from './clean-texts.ts'
import { addToDay } from './day-counts.ts'
import { modelRequest } from './model-request.ts'
import { PROPOSALS_KIND } from './proposals.ts'
import { ModelFailed } from './text-model.ts'

/** Calls for one clip, until its proposal has failed. */
const MOST_ATTEMPTS = 4

const Order = z.object({ id: z.int() })

/** Asks the model for a clip's texts. What fails for good is the clip's failure, not the queue's: its editor reads why. */
export const proposalsJob: QueuedJob = {
  kind: PROPOSALS_KIND,
  async run(deps, payload, { attempts, signal }) {
    const { id } = Order.parse(payload)
    const row = deps.db.selectFrom('proposals').selectAll().where('source_id', '=', id)
    const { state, dismissed = '{}' } = (await row.executeTakeFirst()) ?? {}
    if (state !== 'waiting') return
    const store = deps.db.updateTable('proposals').where('source_id', '=', id)
    try {
      const texts = newTexts(await propose(deps, id, signal), JSON.parse(dismissed))
      await store.set({ state: 'ready', proposed: JSON.stringify(texts) }).execute()
    } catch (error) {
      signal.throwIfAborted()
      const failed = error instanceof ModelFailed ? error : undefined
      if (attempts < MOST_ATTEMPTS && !failed?.isFinal) throw error
      deps.log.warn({ err: error, clip: id, attempts }, 'no texts were proposed')
      const [reason, reason_text] = failed
        ? [failed.code, failed.detail]
        : ['unexpected' as const, errorText(error)]
      await store.set({ state: 'failed', reason, reason_text }).execute()
    }
  },
}

async function propose(deps: Deps, id: number, signal: AbortSignal) {
  const { db, model } = deps
  const clip = await findLibraryClip(db, id)
  if (!model || !clip?.media) throw new ModelFailed('off')
  if (!(await addToDay(deps, 'calls', { by: 1, most: model.callsPerDay })))
    throw new ModelFailed('dayLimit', `${model.callsPerDay} calls`)
  // The image libraries are large, and most starts do not need them.
  const { stillFrames } = await import('#server/ingest/retile/still-frames.ts')
  const frames = await stillFrames(deps, clip.media, signal)
  const categories = await allCategories(deps)
  const { content, input, output } = await model.complete(
    await modelRequest(db, { clip, categories, frames }),
    signal,
  )
  await addToDay(deps, 'input', { by: input })
  await addToDay(deps, 'output', { by: output })
  await db
    .updateTable('proposals')
    .set(({ eb }) => ({
      input_tokens: eb('input_tokens', '+', input),
      output_tokens: eb('output_tokens', '+', output),
    }))
    .where('source_id', '=', id)
    .execute()
  return cleanTexts(
    content,
    categories.map(({ key }) => key),
  )
}
