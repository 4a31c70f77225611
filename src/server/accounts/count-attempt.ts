import type { RateLimit } from '#server/limits/rate-limits.ts'
import type { KnownDevice } from './known-devices.ts'

/** Who tries to sign in, and from where. */
export interface Visitor {
  address: string
  userAgent: string
  /** From the device's cookies, right or wrong. */
  deviceSecrets?: readonly string[]
}

/** The counters for attempts on one account. */
export interface AttemptLimits {
  ofDevice: RateLimit
  /** By IP, across accounts. */
  ofAddress?: RateLimit
  here: RateLimit
  ofAccount: RateLimit
}

interface Attempt {
  device: KnownDevice | undefined
  address: string
  /** The account with its password's hash: a new password starts with no failures. */
  guessed: string
}

/**
 * Counts an attempt before it is checked, so that concurrent ones count too. A known device has its own count, so
 * strangers cannot lock it out.
 * @returns what to call when it was right
 * @throws AppError('tooManyRequests')
 */
export async function countAttempt(
  { ofDevice, ofAddress, here, ofAccount }: AttemptLimits,
  { device, address, guessed }: Attempt,
): Promise<() => Promise<void>> {
  if (device && (await ofDevice.allows(device))) return () => ofDevice.forget(device)
  const guessedHere = `${guessed} ${address}`
  await ofAddress?.take(address)
  // Counted first, so that one address cannot go on using up the account's shared count.
  await here.take(guessedHere)
  await ofAccount.take(guessed)
  return async () => {
    await here.forget(guessedHere)
    await ofAccount.giveBack(guessed)
  }
}
