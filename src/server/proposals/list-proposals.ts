import { AppError } from '#contract/errors.ts'
import type { Proposals } from '#contract/studio/proposals.ts'
import { newTexts, onlyTexts } from '#domain/studio/proposal.ts'
import type { Deps } from '#server/deps.ts'
import { countsOfDay } from './day-counts.ts'

const MOST = 500

/** The latest proposals, and what the day has cost. @throws AppError('notFound') without a model */
export async function listProposals(
  deps: Pick<Deps, 'db' | 'model' | 'now' | 'site'>,
  { clip }: { clip?: number | undefined },
): Promise<Proposals> {
  const { db, model } = deps
  if (!model) throw new AppError('notFound', 'MODEL_URL is not set')
  const rows = await db
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
  return {
    model: model.name,
    price: model.price ?? null,
    calls_per_day: model.callsPerDay,
    today: await countsOfDay(deps),
    proposals: rows.map((row) => {
      const { title, title_ja, description, description_ja, category, state, version } = row
      const present = {
        ...{ title, title_ja, description, description_ja, category },
        ...{ keywords: JSON.parse(row.keywords), keywords_ja: JSON.parse(row.keywords_ja) },
      }
      const proposed = newTexts(JSON.parse(row.proposed), present)
      return {
        ...{ clip: row.source_id, state, version, proposed },
        reason: row.reason && { code: row.reason, text: row.reason_text },
        present: onlyTexts(present, (field) => field in proposed),
        ...{ input: row.input_tokens, output: row.output_tokens },
      }
    }),
  }
}
