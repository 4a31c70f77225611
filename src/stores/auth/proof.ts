import { atom } from 'nanostores'
import { ApiError, type Endpoint, type RequestOptions } from '#contract/request.ts'
import type { WantedProof } from '#domain/people/proof.ts'
import { requestAs } from './authorised.ts'

/** Set while the dialog asks for proof; `settle` gets the result. */
export const $proofRequest = atom<{ wanted: WantedProof; settle: (proved: boolean) => void } | undefined>()

const WANTED: Record<string, WantedProof> = {
  PROOF_REQUIRED: 'any',
  FULL_PROOF_REQUIRED: 'full',
  FACTOR_REQUIRED: 'factor',
}

/**
 * Calls an endpoint that may need a recent proof: then a dialog asks for password, passkey or code, and the call is
 * repeated once. The page needs `<ProofHost />`, as the studio and the account page have. @throws as `requestAs`; the
 * server's refusal if the dialog is closed
 */
export async function requestWithProof<Params, Answer>(
  endpoint: Endpoint<Params, Answer>,
  params: Params,
  options: Omit<RequestOptions, 'token' | 'basic'> = {},
): Promise<Answer> {
  try {
    return await requestAs(endpoint, params, options)
  } catch (error) {
    const wanted = error instanceof ApiError ? WANTED[error.answer.status] : undefined
    if (!wanted || !(await askForProof(wanted))) throw error
    return requestAs(endpoint, params, options)
  }
}

/** Opens the dialog, or waits for the open one. Resolves to whether the proof was given. */
function askForProof(wanted: WantedProof): Promise<boolean> {
  return new Promise((resolve) => {
    const open = $proofRequest.get()
    $proofRequest.set({
      wanted: open?.wanted ?? wanted,
      settle(proved) {
        $proofRequest.set(undefined)
        open?.settle(proved)
        resolve(proved)
      },
    })
  })
}
