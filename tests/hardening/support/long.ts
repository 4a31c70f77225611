/** `npm run test:hardening` sets it: everything, for up to 45 minutes. `npm test` runs a few of each. */
export const LONG = process.env.NAGARE_HARDENING === '1'

/** How many to try. */
export function howMany({ quick, long }: { quick: number; long: number }): number {
  return LONG ? long : quick
}
