/** A test that `npm run test:long` alone runs: another width, another wording of a fault, another way to the same place. */
export const LONG = { tag: '@long' }
