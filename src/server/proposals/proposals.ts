import { AppError, isAppError } from '#contract/errors.ts'
import type { ClipsLeft, DecideInput, Proposals } from '#contract/studio/clips/proposals.ts'
import { joinedTexts, newTexts, onlyTexts } from '#domain/studio/clip/proposal.ts'
import { type Actor, audit } from '#server/audit.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { editLocked } from '#server/library/clip/edit-clip.ts'
import { fieldsOf } from '#server/library/clip/library-clip.ts'
import { lockedClip } from '#server/library/clip/studio-clip.ts'
import { countsOfDay } from './day-counts.ts'
import type { TextModel } from './text-model.ts'

export const PROPOSALS_KIND = 'clip-texts'
const MOST = 500

type ProposalDeps = Pick<Deps, 'db' | 'model' | 'now' | 'site' | 'events'>

function modelOf({ model }: Pick<Deps, 'model'>): TextModel {
  if (!model) throw new AppError('notFound', 'MODEL_URL is not set')
  return model
}

/** The latest proposals, and what the day has cost. @throws AppError('notFound') without a model */
export async function listProposals(
  deps: ProposalDeps,
  { clip }: { clip?: number | undefined },
): Promise<Proposals> {
  const { name: model, price = null, callsPerDay: calls_per_day } = modelOf(deps)
  const rows = await deps.db
    .selectFrom('proposals')
    .innerJoin('library', 'library.id', 'proposals.source_id')
    .select([
      'source_id',
      'proposals.state',
      'proposed',
      'reason',
      'reason_text',
      'input_tokens',
      'output_tokens',
    ])
    .select(['version', 'title', 'title_ja', 'description', 'description_ja', 'category'])
    .select(['keywords', 'keywords_ja'])
    .$if(clip !== undefined, (query) => query.where('source_id', '=', clip!))
    .orderBy('asked', 'desc')
    .orderBy('source_id', 'desc')
    .limit(MOST)
    .execute()
  const proposals = rows.map(({ source_id, state, version, input_tokens, output_tokens, ...row }) => {
    const clip = { ...row, keywords: JSON.parse(row.keywords), keywords_ja: JSON.parse(row.keywords_ja) }
    const proposed = newTexts(JSON.parse(row.proposed), clip)
    const reason = row.reason && { code: row.reason, text: row.reason_text }
    const present = onlyTexts(clip, (field) => field in proposed)
    return {
      clip: source_id,
      state,
      version,
      reason,
      proposed,
      present,
      input: input_tokens,
      output: output_tokens,
    }
  })
  const [today, categories] = [await countsOfDay(deps), await allCategories(deps)]
  return { model, price, calls_per_day, today, categories, proposals }
}

/**
 * Queues a request for texts of each clip that is a rendered draft; one that waits for its texts is not asked twice. The
 * log says who sent what to whom. @throws AppError('notFound') without a model
 */
export async function askProposals(
  deps: ProposalDeps,
  editor: Actor,
  clips: readonly number[],
): Promise<ClipsLeft> {
  const { name: model } = modelOf(deps)
  const at = deps.now()
  const asked = await deps.db.transaction().execute(async (trx) => {
    const drafts = await trx
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .leftJoin('proposals', 'proposals.source_id', 'library.id')
      .select(['library.id', 'proposals.state as proposal'])
      .where('library.state', '=', 'draft')
      .where('cloudpath', '<>', '')
      .where(oneOf(trx, 'library.id', clips))
      .execute()
    for (const { id: source } of drafts.filter(({ proposal }) => proposal !== 'waiting')) {
      const row = { state: 'waiting' as const, proposed: '{}', asked: at.toISOString(), reason: null }
      const insert = trx.insertInto('proposals').values({ source_id: source, ...row })
      await insert.onConflict((conflict) => conflict.column('source_id').doUpdateSet(row)).execute()
      const once = `${PROPOSALS_KIND}:${source}`
      await queueJob(trx, { kind: PROPOSALS_KIND, payload: { id: source }, once })
      await audit(trx, { actor: editor, action: 'clip.propose', userId: null, detail: { source, model }, at })
    }
    return drafts.map(({ id }) => id)
  })
  deps.events.emit('jobQueued')
  return { left: clips.filter((id) => !asked.includes(id)) }
}

/** A clip may have changed since the editor saw it, or be gone, and so may its category. */
const LEFT = ['mediaNotFound', 'versionConflict', 'categoryNotFound']

/** Accepts what is proposed, as if the editor had typed it, or dismisses it. Clips that have changed since are left. */
export async function decideProposals(
  deps: Pick<Deps, 'db' | 'now'>,
  editor: Actor,
  { clips, ...decision }: DecideInput,
): Promise<ClipsLeft> {
  const left: number[] = []
  for (const clip of clips) {
    try {
      await decide(deps, editor, { ...clip, ...decision })
    } catch (error) {
      if (!isAppError(error) || !LEFT.includes(error.code)) throw error
      left.push(clip.id)
    }
  }
  return { left }
}

type Decision = Omit<DecideInput, 'clips'> & DecideInput['clips'][number]

function decide(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  editor: Actor,
  { id, version, fields, accept }: Decision,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const clip = await lockedClip(trx, id, version)
    const rows = trx.selectFrom('proposals').select(['proposed', 'dismissed']).where('source_id', '=', id)
    const row = await rows.executeTakeFirst()
    if (!row) return
    const [proposed, dismissed, present] = [
      JSON.parse(row.proposed),
      JSON.parse(row.dismissed),
      fieldsOf(clip),
    ]
    const meant = onlyTexts(newTexts(proposed, present), (field) => fields.includes(field))
    const given = onlyTexts(joinedTexts(present, meant), (field) => field in meant)
    if (accept) await editLocked(trx, editor, clip, { given, at: now() })
    await trx
      .updateTable('proposals')
      .set({
        proposed: JSON.stringify(onlyTexts(proposed, (field) => !fields.includes(field))),
        ...(!accept && { dismissed: JSON.stringify(joinedTexts(dismissed, meant)) }),
      })
      .where('source_id', '=', id)
      .execute()
  })
}
