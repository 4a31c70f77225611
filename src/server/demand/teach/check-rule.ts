import { AppError } from '#contract/errors.ts'
import type { RuleInput } from '#contract/studio/search/synonyms.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { queryKey } from '#server/search/choices/query-key.ts'
import { ruleKey, type SearchRule } from '#server/search/rules/search-rules.ts'

/**
 * A rule as it is stored, without what its kind does not have. @throws AppError('badRule') for a word or target that
 * search cannot read, or that are one word; 'badClips' for clips that visitors do not see
 */
export async function checkRule(db: Db, input: RuleInput): Promise<Omit<SearchRule, 'id'>> {
  const rule = ruleOf(input)
  const { clips } = rule
  if (clips.length > 0) {
    const published = await db
      .selectFrom('sources')
      .select('id')
      .where(oneOf(db, 'id', clips))
      .execute()
    const missing = clips.filter((clip) => !published.some(({ id }) => id === clip))
    if (missing.length > 0) throw new AppError('badClips', `visitors do not see clip ${missing.join(', ')}`)
  }
  return rule
}

function ruleOf({ kind, word, target, clips, until }: RuleInput): Omit<SearchRule, 'id'> {
  const pins = kind === 'pin' ? [...new Set(clips)] : []
  const rule = {
    ...{ kind, word: queryKey(word), target: kind === 'pin' ? '' : queryKey(target) },
    ...{ clips: pins, until: kind === 'pin' ? until : null },
  }
  const [from, to] = [ruleKey(rule.word), ruleKey(rule.target)]
  if (from === '') throw new AppError('badRule', 'wordMissing: search finds no word in it')
  if (kind === 'pin' && pins.length === 0) throw new AppError('badRule', 'clipsMissing: a pin needs clips')
  if (kind !== 'pin' && to === '') throw new AppError('badRule', 'targetMissing: search finds no word in it')
  if (from === to) throw new AppError('badRule', 'sameWord: search takes both as one word')
  return rule
}
