import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer, PasskeyOptions, PasskeySignIn } from '#contract/accounts/factors.ts'

/** Loaded late: few people use a passkey. */
const webauthn = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys here; only secure pages do. */
export function mayUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Lets a passkey sign. @param autofill waits in the suggestions of a field with `autocomplete="webauthn"` */
export async function signWithPasskey(
  options: PasskeyOptions,
  { autofill = false } = {},
): Promise<PasskeySignIn> {
  const { startAuthentication } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
  return { challenge: options.challenge, passkey: passkey as unknown as PasskeyAnswer }
}

export async function makePasskey(options: PasskeyOptions): Promise<PasskeySignIn> {
  const { startRegistration } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const passkey = await startRegistration({ optionsJSON })
  return { challenge: options.challenge, passkey: passkey as unknown as PasskeyAnswer }
}

/** Whether passkeys can wait in a field's suggestions. */
export async function mayAutofillPasskeys(): Promise<boolean> {
  return mayUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Ends a passkey request in a field's suggestions. */
export async function stopAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await webauthn()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether it failed in the browser: the person cancelled, nothing fits, or the device refused. */
export function isPasskeyTrouble(error: unknown): error is Error {
  return error instanceof Error && PASSKEY_ERRORS.has(error.name)
}

/** The device already has a passkey for this account. */
export function isPasskeyKnown(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

const PASSKEY_ERRORS = new Set([
  'NotAllowedError',
  'AbortError',
  'InvalidStateError',
  'SecurityError',
  'NotSupportedError',
  'ConstraintError',
  'NotReadableError',
  'UnknownError',
  'OperationError',
])
