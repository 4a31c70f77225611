import { TOTP } from 'otpauth'

/** The code that an authenticator app would show, this many steps of 30 seconds from now. */
export function codeOf(secret: string, now: Date, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 })
}
