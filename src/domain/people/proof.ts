/** Proofs besides the password, in the order of the dialog. */
export const FACTOR_KINDS = ['passkey', 'code', 'recovery'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]
export type ProofKind = 'password' | FactorKind

/** How long a proof counts as recent. */
const PROOF_MINUTES = 10

/**
 * The proof that an action needs: `any`: password or factor, recently; `full`: both, recently; `factor`: a factor at
 * any time in this session, if the account has one.
 */
export const WANTED_PROOFS = ['any', 'full', 'factor'] as const
export type WantedProof = (typeof WANTED_PROOFS)[number]

/** The session's proofs, and the account's factors. */
export interface ProofState {
  /** Null: never. */
  passwordAt: Date | null
  factorAt: Date | null
  /** Of the account; empty without a second factor. */
  factors: readonly FactorKind[]
}

interface ProofQuestion {
  wanted: WantedProof
  now: Date
  minutes?: number
}

/** The proofs still missing, one of each step; empty if none. */
export function missingProof(
  state: ProofState,
  { wanted, now, minutes = PROOF_MINUTES }: ProofQuestion,
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
  // A recovery code is too precious if the password is enough.
  return [['password', ...factors.filter((kind) => kind !== 'recovery')]]
}
