import { AppError } from '#contract/errors.ts'
import { mayHaveFullFilm, type Person } from '#domain/membership/membership.ts'

/** How long a link to a full film lives. */
export const LINK_SECONDS = 300

/** @throws AppError('signInRequired') for a visitor, 'upgradeRequired' for a free member */
export function assertMayHaveFullFilm(person: Person | undefined): asserts person is Person {
  const right = mayHaveFullFilm(person)
  if (right === 'signIn') throw new AppError('signInRequired')
  if (right === 'upgrade') throw new AppError('upgradeRequired')
}
