import type { WantedProof } from '#domain/people/proof.ts'
import type { SignedIn } from './accounts.ts'
import type {
  FactorAdded,
  FactorList,
  NewApp,
  NewPasskey,
  PasskeyOptions,
  PasskeySignIn,
  ProofInput,
  ProofSteps,
  RecoveryCodes,
  SecondFactorInput,
} from './factors.ts'
import { del, get, post, put } from './request.ts'

const FACTORS = '/api/user/factors'

/** Finishes a sign-in that asked for a second factor. */
export const finishSignIn = post<SecondFactorInput, SignedIn>('/api/users/second-factor')

/** For a passkey that signs in alone. */
export const anyPasskeyOptions = post<void, PasskeyOptions>('/api/users/passkey/options')
export const signInByPasskey = post<PasskeySignIn, SignedIn>('/api/users/passkey')

/** The proofs still missing before a sensitive action. */
export const proofSteps = get<{ wanted: WantedProof }, ProofSteps>(
  ({ wanted }) => `/api/user/proof?for=${wanted}`,
)

/** Gives password or factor again, in this session. */
export const prove = post<ProofInput, void>('/api/user/proof')
export const ownPasskeyOptions = post<void, PasskeyOptions>('/api/user/proof/passkey')

export const factorList = get<void, FactorList>(FACTORS)
export const newPasskeyOptions = post<void, PasskeyOptions>(`${FACTORS}/passkeys/options`)
export const addPasskey = post<NewPasskey, FactorAdded>(`${FACTORS}/passkeys`)
export const renamePasskey = put<{ id: string; name: string }, void>(`${FACTORS}/passkeys`)
export const removePasskey = del<{ id: string }, void>(`${FACTORS}/passkeys`)

/** Begins the set-up of an authenticator app; its first code finishes it. */
export const beginApp = post<void, NewApp>(`${FACTORS}/app`)
export const confirmApp = put<{ code: string }, FactorAdded>(`${FACTORS}/app`)
export const removeApp = del<void, void>(`${FACTORS}/app`)

export const renewRecoveryCodes = post<void, RecoveryCodes>(`${FACTORS}/recovery-codes`)
