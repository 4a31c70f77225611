import type { Licence } from '#contract/downloads.ts'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Deps } from '#server/deps.ts'
import { selectLicences, viewLicence } from './licence-view.ts'

/** A licence for its holder. @throws AppError('licenceNotFound'), also where it is somebody else's */
export async function getLicence({ db }: Pick<Deps, 'db'>, person: Person, id: string): Promise<Licence> {
  const row = await selectLicences(db)
    .where('public_id', '=', id)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!row) throw new AppError('licenceNotFound')
  return viewLicence(row, person)
}
