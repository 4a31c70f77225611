import { SignedIn } from './accounts.ts'
import { del, get, post, put } from './call.ts'
import {
  AppCodeInput,
  FactorAdded,
  FactorList,
  NewApp,
  NewPasskey,
  PasskeyIdInput,
  PasskeyNameInput,
  PasskeyOptions,
  PasskeySignIn,
  ProofInput,
  ProofQuery,
  ProofSteps,
  RecoveryCodes,
  SecondFactorInput,
} from './factors.ts'

export const finishSignIn = post('/api/users/second-factor', {
  does: 'Finishes a sign-in that asked for a second factor.',
  may: 'anyone',
  body: SecondFactorInput,
  answer: SignedIn,
  errors: ['challengeExpired', 'factorWrong'],
})

export const anyPasskeyOptions = post('/api/users/passkey/options', {
  does: 'Options of WebAuthn for a passkey that signs in alone.',
  may: 'anyone',
  answer: PasskeyOptions,
})

export const signInByPasskey = post('/api/users/passkey', {
  does: 'Signs in with a passkey alone.',
  may: 'anyone',
  body: PasskeySignIn,
  answer: SignedIn,
  errors: ['challengeExpired', 'factorWrong'],
})

export const proofSteps = get('/api/user/proof', {
  does: 'The proofs still missing before a sensitive action.',
  may: 'member',
  query: ProofQuery,
  answer: ProofSteps,
})

export const prove = post('/api/user/proof', {
  does: 'Gives password or factor again, in this session.',
  may: 'member',
  body: ProofInput,
  errors: ['passwordWrong', 'factorWrong', 'challengeExpired'],
})

export const ownPasskeyOptions = post('/api/user/proof/passkey', {
  does: 'Options of WebAuthn for one of the caller’s passkeys.',
  may: 'member',
  answer: PasskeyOptions,
})

export const factorList = get('/api/user/factors', {
  does: 'The caller’s second factors.',
  may: 'member',
  answer: FactorList,
})

export const newPasskeyOptions = post('/api/user/factors/passkeys/options', {
  does: 'Options of WebAuthn for a new passkey.',
  may: 'member',
  proof: 'full',
  answer: PasskeyOptions,
})

/** The challenge proves that the session got the options, which needed a full proof. */
export const addPasskey = post('/api/user/factors/passkeys', {
  does: 'Adds a passkey; the account’s first factor brings its recovery codes.',
  may: 'member',
  body: NewPasskey,
  answer: FactorAdded,
  errors: ['challengeExpired', 'factorWrong'],
})

export const renamePasskey = put('/api/user/factors/passkeys', {
  does: 'Renames a passkey.',
  may: 'member',
  body: PasskeyNameInput,
  errors: ['notFound'],
})

export const removePasskey = del('/api/user/factors/passkeys', {
  does: 'Removes a passkey.',
  may: 'member',
  proof: 'full',
  body: PasskeyIdInput,
  errors: ['notFound'],
})

export const beginApp = post('/api/user/factors/app', {
  does: 'Begins the set-up of an authenticator app; its first code finishes it.',
  may: 'member',
  proof: 'full',
  answer: NewApp,
})

export const confirmApp = put('/api/user/factors/app', {
  does: 'Finishes the set-up of an authenticator app.',
  may: 'member',
  proof: 'full',
  body: AppCodeInput,
  answer: FactorAdded,
  errors: ['factorWrong'],
})

export const removeApp = del('/api/user/factors/app', {
  does: 'Removes the authenticator app.',
  may: 'member',
  proof: 'full',
  errors: ['notFound'],
})

export const renewRecoveryCodes = post('/api/user/factors/recovery-codes', {
  does: 'New recovery codes, instead of the old ones.',
  may: 'member',
  proof: 'full',
  answer: RecoveryCodes,
})
