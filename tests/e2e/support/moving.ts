/** For specs about films and movement: `test.use(moving)`. In others the browser asks for less motion. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const
