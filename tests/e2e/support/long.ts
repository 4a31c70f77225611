/**
 * A test that only `npm run test:long` runs: another width, another wording of a fault, another way to the same place.
 */
export const LONG = { tag: '@long' }
