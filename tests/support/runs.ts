/** The share of its runs that a property is tried with: `npm run test:long` tries them all. */
const SHARE = Number(process.env.NAGARE_TEST_RUNS || 0.05)

/** How often to try a property that is tried `full` times in the long run, at least 20 times. */
export function runs(full: number): number {
  return Math.min(full, Math.max(20, Math.round(full * SHARE)))
}
