/** Share of its runs that a property gets: `npm run test:long` sets 1. */
const SHARE = Number(process.env.NAGARE_TEST_RUNS || 0.01)

/** Whether this is `npm run test:long`, which runs everything. */
export const IN_LONG_TEST = SHARE >= 1

/** How often to try a property that gets `full` runs in the long test. */
export function runs(full: number, fewest = 15): number {
  return Math.min(full, Math.max(fewest, Math.round(full * SHARE)))
}
