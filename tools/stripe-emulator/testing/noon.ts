/** Noon of a 31 January, before a shorter month. Milliseconds since 1970. */
export const NOON = Date.UTC(2026, 0, 31, 12)
/** A clock that stands still until the emulator's is advanced. */
export const now = () => NOON
/** Like `Date.UTC` (months from 0), in seconds since 1970 as Stripe counts. */
export const seconds = (...date: Parameters<typeof Date.UTC>) => Date.UTC(...date) / 1000
