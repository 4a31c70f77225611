import * as z from 'zod/mini'
import { FACTOR_KINDS, WANTED_PROOFS } from '#domain/people/proof.ts'
import { PASSWORD_MAX } from './accounts.ts'

const base64url = z.string().check(z.maxLength(2000), z.regex(/^[A-Za-z0-9_-]+$/))

/** What a browser answers for a passkey, as `@simplewebauthn/browser` writes it. Its library checks the rest. */
const Credential = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(4000)) }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})

/** Six digits of the app; spaces are dropped, full-width digits are read. */
const code = z.string().check(z.maxLength(20))
const recovery = z.string().check(z.maxLength(60))

/** One way of showing a second factor. */
const FactorShown = z.union([z.object({ passkey: Credential }), z.object({ code }), z.object({ recovery })])
export type FactorShown = z.infer<typeof FactorShown>

/** Body of `POST /api/user/proof`. */
export const ProofInput = z.union([
  z.object({ password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  ...FactorShown.def.options,
])
export type ProofInput = z.infer<typeof ProofInput>

export const ProofQuery = z.object({ for: z.enum(WANTED_PROOFS) })

/** What is still to be shown, one kind of each step; empty when nothing is. */
export const ProofSteps = z.object({ steps: z.array(z.array(z.enum(['password', ...FACTOR_KINDS]))) })
export type ProofSteps = z.infer<typeof ProofSteps>
