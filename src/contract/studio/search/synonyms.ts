import * as z from 'zod/mini'
import { MOST_PINS, RULE_KINDS } from '#domain/studio/demand/rule-kinds.ts'
import { PLAIN_LINE } from '../../plain-text.ts'

const text = z.string().check(z.trim(), z.maxLength(100, 'ruleTooLong'), z.regex(PLAIN_LINE, 'badText'))
const id = z.int().check(z.positive())

/** What to teach of a word: a `target`, or for a pin the `clips` to show first, until a time. */
export const RuleInput = z.object({
  kind: z.enum(RULE_KINDS),
  word: text.check(z.minLength(1, 'wordMissing')),
  target: z._default(z.optional(text), ''),
  clips: z._default(z.optional(z.array(id).check(z.maxLength(MOST_PINS, 'tooManyPins'))), []),
  until: z._default(z.optional(z.nullable(z.iso.datetime())), null),
})
export type RuleInput = z.infer<typeof RuleInput>

const shownClip = z.object({
  id,
  title: z.string(),
  title_ja: z.string(),
  thumbnail_url: z.string(),
  published: z.boolean(),
})
export type ShownClip = z.infer<typeof shownClip>

/**
 * `known`: the thesaurus says it already; `against`: it says otherwise, and the rule wins; `opposite`: another rule says
 * otherwise, and `not` wins; `circle`: both ways, as `same` does; `twice`: another rule says it in another spelling;
 * `clips`: some are hidden or gone; `ended`: its time is over.
 */
export const CONFLICTS = ['known', 'against', 'opposite', 'circle', 'twice', 'clips', 'ended'] as const
export type ConflictKind = (typeof CONFLICTS)[number]

const taught = { kind: z.enum(RULE_KINDS), word: z.string(), target: z.string() }
const Conflict = z.object({
  kind: z.enum(CONFLICTS),
  /** The other rule. */
  rule: z.nullable(z.object({ id, ...taught })),
})
export type Conflict = z.infer<typeof Conflict>

export const Rule = z.object({
  id,
  ...taught,
  clips: z.array(shownClip),
  until: z.nullable(z.string()),
  created: z.iso.datetime(),
  /** Who taught it; null for the command line and deleted accounts. */
  by: z.nullable(z.string()),
  conflicts: z.array(Conflict),
})
export type Rule = z.infer<typeof Rule>

export const RulesQuery = z.object({
  /** Part of a word. */
  q: z._default(z.optional(text), ''),
  /** The last id of the page before. */
  after: z.optional(z.coerce.number().check(z.int(), z.positive())),
  limit: z._default(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))), 50),
})
export type RulesQuery = z.infer<typeof RulesQuery>

/** Newest first. */
export const Rules = z.object({ rules: z.array(Rule), total: z.int(), next: z.nullable(z.int()) })
export type Rules = z.infer<typeof Rules>

export const RuleParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** The first ten of a search. */
const firstClips = z.object({ clips: z.array(shownClip), total: z.int() })
export const RulePreview = z.object({ before: firstClips, after: firstClips })
export type RulePreview = z.infer<typeof RulePreview>

export const ExplainQuery = z.object({ q: text.check(z.minLength(1, 'wordMissing')) })

/** How a clip has a word, the exactest first; see server/search/query/weights.ts. */
const exactness = z.enum(['typed', 'inflected', 'same', 'kinds', 'kind', 'part'])

/** How search reads a text, and why it shows what it shows. */
export const Explanation = z.object({
  words: z.array(
    z.object({
      typed: z.string(),
      /** How much it tells: a thing, a quality or verb, or a word that clips need not have. */
      information: z.enum(['normal', 'verb', 'light']),
      /** What it also stands for, in both languages. */
      means: z.array(z.string()),
      /** What it is a kind of: a search for that finds it, too. */
      wider: z.array(z.string()),
      /** What the operator teaches of it. */
      rules: z.array(z.object({ id, ...taught })),
    }),
  ),
  /** What clips must not have. */
  excluded: z.array(z.string()),
  /** The text that was searched instead of a misspelt one. */
  instead: z.nullable(z.string()),
  total: z.int(),
  /** Close clips: from which place on, and what they lack. */
  close: z.array(z.object({ offset: z.int(), missing: z.array(z.string()) })),
  first: z.array(
    z.object({
      ...shownClip.shape,
      /** The operator put it there. */
      pinned: z.boolean(),
      /** People chose it after this search. */
      chosen: z.boolean(),
      found: z.array(z.object({ typed: z.string(), how: exactness, where: z.enum(['title', 'keywords']) })),
    }),
  ),
})
export type Explanation = z.infer<typeof Explanation>

/** Bytes of a file of rules. */
export const MOST_RULE_BYTES = 1024 * 1024
export const RulesFile = z.object({ yaml: z.string().check(z.maxLength(MOST_RULE_BYTES)) })

export const ImportedRules = z.object({
  added: z.int(),
  /** Were there already. */
  known: z.int(),
  refused: z.int(),
  /** The first that were refused: their place in the file, from 1, and why. */
  problems: z.array(z.object({ at: z.int(), word: z.string(), why: z.string() })),
})
export type ImportedRules = z.infer<typeof ImportedRules>
