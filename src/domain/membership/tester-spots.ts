/** Number of early testers in all. */
export const TESTER_SPOTS = 20

/** @param taken spots taken, as the server counts them; clamped to 0 … total */
export function spotsLeft(taken: number): number {
  return Math.min(TESTER_SPOTS, Math.max(0, TESTER_SPOTS - taken))
}
