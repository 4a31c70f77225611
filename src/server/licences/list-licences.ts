import type { LicenceList } from '#contract/downloads.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Deps } from '#server/deps.ts'
import { selectLicences, viewLicence } from './licence-view.ts'

/** A page of a person's licences, latest first. */
export async function listLicences(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { offset }: { offset: number },
): Promise<LicenceList> {
  const rows = await selectLicences(db)
    .where('downloads.user_id', '=', person.id)
    .orderBy('downloads.created', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(PAGE_SIZE)
    .offset(offset)
    .execute()
  const counted = await db
    .selectFrom('downloads')
    .select((sql) => sql.fn.countAll<number | string>().as('total'))
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  return {
    licences: rows.map((row) => viewLicence(row, person)),
    offset,
    next_offset: nextOffset({ offset, count: rows.length, total }),
    total,
  }
}
