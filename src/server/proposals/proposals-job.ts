import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { newTexts } from '#domain/studio/proposal.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import type { Deps } from '#server/deps.ts'
import { errorText } from '#server/jobs/error-text.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { findLibraryClip, isRendered } from '#server/library/clip/library-clip.ts'
import { PROPOSALS_KIND } from './ask-proposals.ts'
import { cleanTexts } from './clean-texts.ts'
import { countTokens, takeCall } from './day-counts.ts'
import { modelRequest } from './model-request.ts'
import { ModelFailed } from './text-model.ts'

/** Calls for one clip, until its proposal has failed. */
const MOST_ATTEMPTS = 4

const Order = z.object({ id: z.int() })

/** Asks the model for a clip's texts. A failure is the clip's, not the queue's: its editor reads why. */
export const proposalsJob: QueuedJob = {
  kind: PROPOSALS_KIND,
  async run(deps, payload, { attempts, signal }) {
    const { id } = Order.parse(payload)
    try {
      await propose(deps, id, signal)
    } catch (error) {
      signal.throwIfAborted()
      const failed = error instanceof ModelFailed ? error : undefined
      if (attempts < MOST_ATTEMPTS && failed?.mayPass !== false) throw error
      deps.log.warn({ err: error, clip: id, attempts }, 'no texts were proposed')
      await deps.db
        .updateTable('proposals')
        .set({
          state: 'failed',
          reason: failed?.code ?? 'unexpected',
          reason_text: failed?.detail ?? errorText(error),
        })
        .where('source_id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    }
  },
}

async function propose(deps: Deps, id: number, signal: AbortSignal): Promise<void> {
  const { db, model } = deps
  const row = db.selectFrom('proposals').select('state').where('source_id', '=', id)
  if ((await row.executeTakeFirst())?.state !== 'waiting') return
  const clip = await findLibraryClip(db, id)
  if (!clip?.media || !isRendered(clip)) throw new AppError('mediaNotFound')
  if (!model) throw new ModelFailed('off', '', { mayPass: false })
  await takeCall(deps, model)
  // The image libraries are large, and most starts do not need them.
  const { stillFrames } = await import('#server/ingest/retile/still-frames.ts')
  const frames = await stillFrames(deps, clip.media, signal)
  const { content, ...used } = await model.complete(await modelRequest(db, clip, frames), signal)
  await countTokens(deps, used)
  await addTokens(deps, id, used)
  const categories = await allCategories(deps)
  const texts = cleanTexts(
    content,
    categories.map(({ key }) => key),
  )
  await storeTexts(deps, id, texts)
}

function addTokens({ db }: Deps, id: number, { input, output }: { input: number; output: number }) {
  return db
    .updateTable('proposals')
    .set(({ eb }) => ({
      input_tokens: eb('input_tokens', '+', input),
      output_tokens: eb('output_tokens', '+', output),
    }))
    .where('source_id', '=', id)
    .execute()
}

/** What an editor has dismissed before is not proposed again. */
async function storeTexts({ db }: Deps, id: number, texts: ReturnType<typeof cleanTexts>): Promise<void> {
  const row = db.selectFrom('proposals').select('dismissed').where('source_id', '=', id)
  const dismissed = JSON.parse((await row.executeTakeFirst())?.dismissed ?? '{}')
  await db
    .updateTable('proposals')
    .set({ state: 'ready', proposed: JSON.stringify(newTexts(texts, dismissed)) })
    .where('source_id', '=', id)
    .execute()
}
