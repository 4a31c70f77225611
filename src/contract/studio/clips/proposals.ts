import * as z from 'zod/mini'
import { PROPOSAL_FAILURES, PROPOSAL_STATES, PROPOSED_FIELDS } from '#domain/studio/clip/proposal.ts'
import { Category, SourceParams } from '../../clips/clips.ts'
import { ClipFields, SeenVersion } from './clip.ts'

/** Of a million tokens. */
export const ModelPrice = z.object({ currency: z.string(), input: z.number(), output: z.number() })
export type ModelPrice = z.infer<typeof ModelPrice>

const Tokens = { input: z.int(), output: z.int() }

const Texts = z.partial(
  z.pick(ClipFields, {
    ...{ title: true, title_ja: true, description: true, description_ja: true },
    ...{ keywords: true, keywords_ja: true, category: true },
  }),
)

/** What a model proposes for a clip. */
export const Proposal = z.extend(SeenVersion, {
  clip: z.int(),
  state: z.enum(PROPOSAL_STATES),
  /** Why there is none; `text` is English and may name details. */
  reason: z.nullable(z.object({ code: z.enum(PROPOSAL_FAILURES), text: z.string() })),
  /** What waits for an answer: of keywords those to add. */
  proposed: Texts,
  /** The clip's values of these fields. */
  present: Texts,
  /** Of all calls for this clip. */
  ...Tokens,
})
export type Proposal = z.infer<typeof Proposal>

/** Newest first, at most 500. Counts are those of the day in the shop's time zone, of all servers. */
export const Proposals = z.object({
  model: z.string(),
  price: z.nullable(ModelPrice),
  calls_per_day: z.int(),
  today: z.object({ calls: z.int(), ...Tokens }),
  /** All of the library, for their names. */
  categories: z.array(Category),
  proposals: z.array(Proposal),
})
export type Proposals = z.infer<typeof Proposals>

export const ProposalsQuery = z.object({ clip: z.optional(SourceParams.shape.id) })

/** Drafts to ask about, and to decide on, which is more work. */
const MOST = { asked: 500, decided: 50 }

export const AskInput = z.object({
  clips: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(MOST.asked)),
})

/** The clips as they were seen, and the fields that are meant; default: all. */
export const DecideInput = z.object({
  clips: z
    .array(z.extend(SeenVersion, { id: z.int().check(z.minimum(1)) }))
    .check(z.minLength(1), z.maxLength(MOST.decided)),
  fields: z._default(z.optional(z.array(z.enum(PROPOSED_FIELDS))), [...PROPOSED_FIELDS]),
  accept: z.boolean(),
})
export type DecideInput = z.infer<typeof DecideInput>

export const ClipsLeft = z.object({ left: z.array(z.int()) })
export type ClipsLeft = z.infer<typeof ClipsLeft>
