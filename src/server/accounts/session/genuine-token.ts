import { isSameHash, type RefreshToken, sha256, successorOf } from './tokens.ts'

/** Two months of refreshing every eight minutes; beyond it a token is taken for a guess, which harms nobody. */
const LONGEST_CHAIN = 10_000

interface SessionState {
  /** Generation of the valid token. */
  generation: number
  /** Hash of the valid token's secret. */
  token_hash: string
  secret: string
}

/**
 * Whether a session gave this token, now or earlier: followed by its successors it leads to the token that is valid.
 * A guess does not, so that nobody can sign another out by making tokens up.
 */
export function isGenuine(token: RefreshToken, { generation, token_hash, secret }: SessionState): boolean {
  const steps = generation - token.generation
  if (steps < 0 || steps > LONGEST_CHAIN) return false
  let last = token
  for (let step = 0; step < steps; step++) last = successorOf(last, secret)
  return isSameHash(sha256(last.secret), token_hash)
}
