/** Number of early testers in all, unless the shop says otherwise. */
export const TESTER_SPOTS = 20

/** @param taken spots taken, as the server counts them; clamped to 0 … total */
export function spotsLeft(taken: number, total = TESTER_SPOTS): number {
  return Math.min(total, Math.max(0, total - taken))
}
