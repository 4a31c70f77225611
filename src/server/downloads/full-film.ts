import { AppError } from '#contract/errors.ts'
import { mayHaveFullFilm, type Person } from '#domain/membership/membership.ts'
import type { Deps } from '#server/deps.ts'

/** Seconds that a link to a full film lives. */
export const LINK_SECONDS = 300

/** @throws AppError('signInRequired') for a visitor, 'upgradeRequired' for a free member */
export function assertMayHaveFullFilm(person: Person | undefined): asserts person is Person {
  const right = mayHaveFullFilm(person)
  if (right === 'signIn') throw new AppError('signInRequired')
  if (right === 'upgrade') throw new AppError('upgradeRequired')
}

/**
 * A link to play a clip without its watermark. It lives for LINK_SECONDS and carries no token.
 * @throws AppError('mediaNotFound'), and as assertMayHaveFullFilm()
 */
export async function playFullFilm(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  person: Person | undefined,
  clipId: number,
): Promise<string> {
  assertMayHaveFullFilm(person)
  const media = await db
    .selectFrom('medias')
    .select('cloudpath')
    .where('source_id', '=', clipId)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound')
  return storage.signedUrl(media.cloudpath, {
    expiresInSeconds: LINK_SECONDS,
    disposition: 'inline',
    holder: person.id,
  })
}
