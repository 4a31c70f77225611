import * as z from 'zod/mini'
import { PASSKEY_NAME_MAX } from '#domain/people/passkey-name.ts'
import { FACTOR_KINDS } from '#domain/people/proof.ts'
import { PLAIN_LINE } from '../plain-text.ts'
import { PASSWORD_MAX, SignedIn } from './accounts.ts'

export const base64url = z.string().check(z.maxLength(2000), z.regex(/^[A-Za-z0-9_-]+$/))

/** A browser's answer for a passkey, as `@simplewebauthn/browser` writes it. The server's half checks the rest. */
const PasskeyAnswer = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(4000)) }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** What a browser passes to its authenticators: options of WebAuthn as JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

const challenge = base64url
/** Six digits of the app, with or without spaces, full-width ones too. */
export const code = z.object({ code: z.string().check(z.maxLength(20)) })
const recovery = z.object({ recovery: z.string().check(z.maxLength(60)) })

/**
 * The password was right and the account has a second factor: HTTP 200, nobody is signed in. `passkey`: options of
 * WebAuthn, for an account with passkeys.
 */
export const SecondFactorAsked = z.object({
  status: z.literal('SECOND_FACTOR'),
  challenge: z.string(),
  kinds: z.array(z.enum(FACTOR_KINDS)),
  passkey: z.optional(PasskeyOptions),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>
export const LoginAnswer = z.union([SignedIn, SecondFactorAsked])
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** One way of showing a second factor. */
export type FactorShown = { passkey: PasskeyAnswer } | { code: string } | { recovery: string }

/** Body of `POST /api/users/second-factor`; `challenge` comes from the answer to the login. */
export const SecondFactorInput = z.union([
  z.object({ challenge, passkey: PasskeyAnswer }),
  z.extend(code, { challenge }),
  z.extend(recovery, { challenge }),
])
export type SecondFactorInput = z.infer<typeof SecondFactorInput>

/** Body of `POST /api/users/passkey`; `challenge` comes from the options. */
export const PasskeySignIn = z.object({ challenge, passkey: PasskeyAnswer })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** Body of `POST /api/user/proof`. */
export const ProofInput = z.union([
  z.object({ password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  PasskeySignIn,
  code,
  recovery,
])
export type ProofInput = z.infer<typeof ProofInput>

/** The missing proofs, one of each step; empty if none. */
export const ProofSteps = z.object({ steps: z.array(z.array(z.enum(['password', ...FACTOR_KINDS]))) })
export type ProofSteps = z.infer<typeof ProofSteps>

export const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_MAX), z.regex(PLAIN_LINE))

export const NewPasskey = z.object({ challenge, name: passkeyName, passkey: PasskeyAnswer })
export type NewPasskey = z.infer<typeof NewPasskey>

/** An authenticator app that is being set up: its secret in base32, and as `otpauth://…` for a QR code. */
export const NewApp = z.object({ secret: z.string(), uri: z.string() })
export type NewApp = z.infer<typeof NewApp>

/** Shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** The account's first factor brings its recovery codes. */
export const FactorAdded = z.partial(RecoveryCodes)
export type FactorAdded = z.infer<typeof FactorAdded>

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  last_used: z.nullable(z.iso.datetime()),
})
export type Passkey = z.infer<typeof Passkey>

/** Answer of `GET /api/user/factors`. `recovery_codes`: how many are left. */
export const FactorList = z.object({
  passkeys: z.array(Passkey),
  app: z.nullable(z.object({ created: z.iso.datetime(), last_used: z.nullable(z.iso.datetime()) })),
  recovery_codes: z.int(),
})
export type FactorList = z.infer<typeof FactorList>
