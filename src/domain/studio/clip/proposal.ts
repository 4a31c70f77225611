import { leftOut, withKeywords } from './keywords.ts'

/** The fields that a model proposes. */
export const PROPOSED_FIELDS = [
  ...(['title', 'title_ja', 'description', 'description_ja'] as const),
  ...(['keywords', 'keywords_ja', 'category'] as const),
] as const
export type ProposedField = (typeof PROPOSED_FIELDS)[number]

/** All of them; a model proposes some. */
export type ProposedTexts = Record<Exclude<ProposedField, 'keywords' | 'keywords_ja'>, string> &
  Record<'keywords' | 'keywords_ja', string[]>
type Some = Partial<ProposedTexts>

export const PROPOSAL_STATES = ['waiting', 'ready', 'failed'] as const

/**
 * Why there is no proposal. The service could not be reached or was slow, answered with an error that may pass
 * (`failing`) or not (`refused`) or with something else than the texts; the model did not want to (`declined`).
 */
export const PROPOSAL_FAILURES = [
  ...(['unreachable', 'slow', 'failing', 'refused', 'badAnswer', 'declined'] as const),
  ...(['dayLimit', 'off', 'unexpected'] as const),
] as const
export type ProposalFailure = (typeof PROPOSAL_FAILURES)[number]

/** What of a proposal is not known yet, from the clip or because an editor has dismissed it; of keywords the new ones. */
export function newTexts(proposed: Some, known: Some): Some {
  const left = PROPOSED_FIELDS.flatMap((field) => {
    const [value, has] = [proposed[field], known[field]]
    if (value === undefined || value === has) return []
    if (!Array.isArray(value) || !Array.isArray(has)) return [[field, value]]
    const words = leftOut(has, value)
    return words.length > 0 ? [[field, words]] : []
  })
  return Object.fromEntries(left)
}

/** Texts replace those before, keywords are added. */
export function joinedTexts(before: Some, texts: Some): Some {
  const joined = { ...before, ...texts }
  for (const field of ['keywords', 'keywords_ja'] as const)
    if (before[field] && texts[field]) joined[field] = withKeywords(before[field], texts[field])
  return joined
}

/** Some of the texts. */
export function onlyTexts(texts: Some, isWanted: (field: ProposedField) => boolean): Some {
  return Object.fromEntries(Object.entries(texts).filter(([field]) => isWanted(field as ProposedField)))
}
