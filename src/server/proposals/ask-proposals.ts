import { AppError } from '#contract/errors.ts'
import type { ClipsLeft } from '#contract/studio/proposals.ts'
import { type Actor, audit } from '#server/audit.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const PROPOSALS_KIND = 'clip-texts'

/**
 * Queues a request for texts of each clip that is a rendered draft; one that waits for its texts is not asked twice. The
 * log says who sent what to whom. @throws AppError('notFound') without a model
 */
export async function askProposals(
  { db, model, now, events }: Pick<Deps, 'db' | 'model' | 'now' | 'events'>,
  editor: Actor,
  clips: readonly number[],
): Promise<ClipsLeft> {
  if (!model) throw new AppError('notFound', 'MODEL_URL is not set')
  const asked = await db.transaction().execute(async (trx) => {
    const drafts = await trx
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .leftJoin('proposals', 'proposals.source_id', 'library.id')
      .select(['library.id', 'proposals.state as proposal'])
      .where('library.state', '=', 'draft')
      .where('trashed_at', 'is', null)
      .where('cloudpath', '<>', '')
      .where(oneOf(trx, 'library.id', [...new Set(clips)]))
      .execute()
    for (const { id, proposal } of drafts) {
      if (proposal === 'waiting') continue
      const at = now()
      const row = { state: 'waiting' as const, proposed: '{}', asked: at.toISOString() }
      await trx
        .insertInto('proposals')
        .values({ source_id: id, ...row })
        .onConflict((conflict) =>
          conflict.column('source_id').doUpdateSet({ ...row, reason: null, reason_text: '' }),
        )
        .execute()
      await queueJob(trx, { kind: PROPOSALS_KIND, payload: { id }, once: `${PROPOSALS_KIND}:${id}` })
      const detail = { source: id, model: model.name }
      await audit(trx, { actor: editor, action: 'clip.propose', userId: null, detail, at })
    }
    return drafts.map(({ id }) => id)
  })
  events.emit('jobQueued')
  return { left: clips.filter((id) => !asked.includes(id)) }
}
