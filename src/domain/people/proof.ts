/** What somebody can show beside the password, in the order in which it is offered. */
export const FACTOR_KINDS = ['passkey', 'code', 'recovery'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]
export type ProofKind = 'password' | FactorKind

/** How long a proof counts as recent. */
const PROOF_MINUTES = 10

/**
 * What an act asks for: `any`: password or factor, lately; `full`: both, lately; `factor`: that the session was ever
 * proved by a factor, if the account has one.
 */
export const WANTED_PROOFS = ['any', 'full', 'factor'] as const
export type WantedProof = (typeof WANTED_PROOFS)[number]

/** What a session has proved, and what its account could. */
export interface ProofState {
  /** Null: never. */
  passwordAt: Date | null
  factorAt: Date | null
  /** Of the account; empty without a second factor. */
  factors: readonly FactorKind[]
}

interface Wish {
  wanted: WantedProof
  now: Date
  minutes?: number
}

/** What is still to be proved, one kind of each step; empty when nothing is. */
export function missingProof(
  state: ProofState,
  { wanted, now, minutes = PROOF_MINUTES }: Wish,
): ProofKind[][] {
  const { passwordAt, factorAt, factors } = state
  const isRecent = (at: Date | null) => at !== null && now.getTime() - at.getTime() < minutes * 60_000
  const hasFactor = factors.length > 0
  if (wanted === 'full') {
    const password: ProofKind[][] = isRecent(passwordAt) ? [] : [['password']]
    return hasFactor && !isRecent(factorAt) ? [...password, [...factors]] : password
  }
  if (hasFactor && !factorAt) return [[...factors]]
  if (wanted === 'factor' || isRecent(passwordAt) || isRecent(factorAt)) return []
  // A recovery code is too precious for what the password does as well.
  return [['password', ...factors.filter((kind) => kind !== 'recovery')]]
}
