import type { WantedProof } from '#domain/people/proof.ts'
import type { ProofInput, ProofSteps } from './factors.ts'
import { get, post } from './request.ts'

/** What is still to be shown before an act that asks again. */
export const proofSteps = get<{ wanted: WantedProof }, ProofSteps>(
  ({ wanted }) => `/api/user/proof?for=${wanted}`,
)

/** Shows password or factor again, in this session. */
export const prove = post<ProofInput, void>('/api/user/proof')
