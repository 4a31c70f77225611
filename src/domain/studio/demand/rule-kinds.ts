/** What an operator teaches of a word: another with its meaning, one that it finds too, one that it does not, its first clips. */
export const RULE_KINDS = ['same', 'also', 'not', 'pin'] as const
export type RuleKind = (typeof RULE_KINDS)[number]
/** Clips that a word may show first. */
export const MOST_PINS = 10
/** Rules of a shop. */
export const MOST_RULES = 5_000
