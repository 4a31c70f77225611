/** How many early testers there are in all. */
export const TESTER_SPOTS = 20

/** @param taken as the server counts them; what it cannot be counts as none or as all */
export function spotsLeft(taken: number): number {
  return Math.min(TESTER_SPOTS, Math.max(0, TESTER_SPOTS - taken))
}
