import * as z from 'zod/mini'
import { WANTED_PROOFS } from '#domain/people/proof.ts'
import { anyone, member } from '../call.ts'
import { SignedIn } from './accounts.ts'
import * as factors from './factors.ts'

const PASSKEY_EXAMPLE = {
  ...{ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
}

export const finishSignIn = anyone.post('/api/users/second-factor', {
  does: 'Finishes a sign-in that asked for a second factor.',
  more: 'Takes one of `passkey`, `code` and `recovery`.',
  example: { challenge: 'q83vEjRWeJCrze8SNFZ4kA', code: '123456' },
  body: factors.SecondFactorInput,
  answer: SignedIn,
  errors: ['challengeExpired', 'factorWrong', 'suspended'],
})

export const anyPasskeyOptions = anyone.post('/api/users/passkey/options', {
  does: 'Options of WebAuthn for a passkey that signs in alone.',
  answer: factors.PasskeyOptions,
})

export const signInByPasskey = anyone.post('/api/users/passkey', {
  does: 'Signs in with a passkey alone.',
  example: { challenge: 'q83vEjRWeJCrze8SNFZ4kA', passkey: PASSKEY_EXAMPLE },
  body: factors.PasskeySignIn,
  answer: SignedIn,
  errors: ['challengeExpired', 'factorWrong', 'suspended'],
})

export const proofSteps = member.get('/api/user/proof', {
  does: 'The proofs still missing before a sensitive action.',
  more: 'Steps for `any`, `full` or `factor`; one proof of each step is enough.',
  example: { for: 'full' },
  query: z.object({ for: z.enum(WANTED_PROOFS) }),
  answer: factors.ProofSteps,
})

export const prove = member.post('/api/user/proof', {
  does: 'Gives password or factor again, in this session.',
  more: 'Takes `password`, `code`, `recovery`, or `challenge` and `passkey`. It counts for ten minutes.',
  example: { password: 'nagareru-mizu' },
  body: factors.ProofInput,
  errors: ['passwordWrong', 'factorWrong', 'challengeExpired'],
})

export const ownPasskeyOptions = member.post('/api/user/proof/passkey', {
  does: 'Options of WebAuthn for one of the caller’s passkeys.',
  answer: factors.PasskeyOptions,
})

export const factorList = member.get('/api/user/factors', {
  does: 'The caller’s second factors.',
  answer: factors.FactorList,
})

export const newPasskeyOptions = member.post('/api/user/factors/passkeys/options', {
  does: 'Options of WebAuthn for a new passkey.',
  proof: 'full',
  answer: factors.PasskeyOptions,
})

/** The challenge proves that the session got the options, which needed a full proof. */
export const addPasskey = member.post('/api/user/factors/passkeys', {
  does: 'Adds a passkey; the account’s first factor brings its recovery codes.',
  more: 'They are shown only here.',
  example: { challenge: 'q83vEjRWeJCrze8SNFZ4kA', name: 'Phone', passkey: PASSKEY_EXAMPLE },
  body: factors.NewPasskey,
  answer: factors.FactorAdded,
  errors: ['challengeExpired', 'factorWrong'],
})

/** The id is in the body, since paths are logged. */
export const renamePasskey = member.put('/api/user/factors/passkeys', {
  does: 'Renames a passkey.',
  example: { id: 'AQIDBA', name: 'Laptop' },
  body: z.object({ id: factors.base64url, name: factors.passkeyName }),
  errors: ['notFound'],
})

export const removePasskey = member.del('/api/user/factors/passkeys', {
  does: 'Removes a passkey.',
  example: { id: 'AQIDBA' },
  proof: 'full',
  body: z.object({ id: factors.base64url }),
  errors: ['notFound'],
})

export const beginApp = member.post('/api/user/factors/app', {
  does: 'Begins the set-up of an authenticator app; its first code finishes it.',
  proof: 'full',
  answer: factors.NewApp,
})

export const confirmApp = member.put('/api/user/factors/app', {
  does: 'Finishes the set-up of an authenticator app.',
  more: 'The account’s first factor brings its recovery codes, which are shown only here.',
  example: { code: '123456' },
  proof: 'full',
  body: factors.code,
  answer: factors.FactorAdded,
  errors: ['factorWrong'],
})

export const removeApp = member.del('/api/user/factors/app', {
  does: 'Removes the authenticator app.',
  proof: 'full',
  errors: ['notFound'],
})

export const renewRecoveryCodes = member.post('/api/user/factors/recovery-codes', {
  does: 'New recovery codes, instead of the old ones.',
  more: 'There are ten; each works once.',
  proof: 'full',
  answer: factors.RecoveryCodes,
})
