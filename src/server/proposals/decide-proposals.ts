import { type AppError, isAppError } from '#contract/errors.ts'
import type { ClipsLeft, DecideInput } from '#contract/studio/proposals.ts'
import { joinedTexts, newTexts, onlyTexts } from '#domain/studio/proposal.ts'
import type { Actor } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'
import { editLocked } from '#server/library/clip/edit-clip.ts'
import { fieldsOf } from '#server/library/clip/library-clip.ts'
import { lockedClip } from '#server/library/clip/studio-clip.ts'

type DecideDeps = Pick<Deps, 'db' | 'now'>

/** Accepts what is proposed, as if the editor had typed it, or dismisses it. Clips that have changed since are left. */
export async function decideProposals(
  deps: DecideDeps,
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

const LEFT: AppError['code'][] = ['mediaNotFound', 'versionConflict', 'categoryNotFound']

type Decision = Omit<DecideInput, 'clips'> & DecideInput['clips'][number]

function decide(
  { db, now }: DecideDeps,
  editor: Actor,
  { id, version, fields, accept }: Decision,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const clip = await lockedClip(trx, id, version)
    const rows = trx.selectFrom('proposals').select(['proposed', 'dismissed']).where('source_id', '=', id)
    const row = await rows.where('state', '=', 'ready').executeTakeFirst()
    if (!row) return
    const [proposed, dismissed] = [JSON.parse(row.proposed), JSON.parse(row.dismissed)]
    const present = fieldsOf(clip)
    const meant = onlyTexts(newTexts(proposed, present), (field) => fields.includes(field))
    const joined = joinedTexts(present, meant)
    if (accept)
      await editLocked(trx, editor, clip, { given: onlyTexts(joined, (field) => field in meant), at: now() })
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
