import type { RuleInput, RulePreview } from '#contract/studio/search/synonyms.ts'
import type { Deps } from '#server/deps.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { readRules } from '#server/search/rules/read-rules.ts'
import { type SearchRule, SearchRules } from '#server/search/rules/search-rules.ts'
import { checkRule } from './check-rule.ts'

const SHOWN = 10

/** The first ten clips of a word as they are, and as a rule would make them; nothing is saved. @throws as checkRule() */
export async function previewRule(deps: Pick<Deps, 'db' | 'now'>, input: RuleInput): Promise<RulePreview> {
  const rule = await checkRule(deps.db, input)
  const now = await readRules(deps.db)
  const isSame = ({ kind, word, target }: SearchRule) =>
    kind === rule.kind && word === rule.word && target === rule.target
  // Not yet stored, so it has no number.
  const changed = [...now.filter((known) => !isSame(known)), { ...rule, id: 0 }]
  return { before: await firstOf(deps, rule.word, now), after: await firstOf(deps, rule.word, changed) }
}

async function firstOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  text: string,
  rules: readonly SearchRule[],
): Promise<RulePreview['before']> {
  const search = { text, offset: 0, rules: new SearchRules(rules) }
  const { sources, total } = await searchSources({ db, now }, search)
  const clips = sources.slice(0, SHOWN).map(({ id, title, title_ja, media }) => ({
    ...{ id, title, title_ja, thumbnail_url: media.thumbnail_url, published: true },
  }))
  return { clips, total }
}
