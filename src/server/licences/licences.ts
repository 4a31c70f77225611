import type { Kysely, Selectable } from 'kysely'
import type { GenuineLicence, Licence, LicenceList } from '#contract/clips/downloads.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import { isPaid, type Person } from '#domain/membership/membership.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type LicenceRow = Selectable<Database['downloads']> & { thumbnail_url: string | null }

/** A licence, for its holder only. @throws AppError('licenceNotFound') if there is none, or another member holds it */
export async function getLicence({ db }: Pick<Deps, 'db'>, person: Person, id: string): Promise<Licence> {
  const row = await selectLicences(db)
    .where('public_id', '=', id)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!row) throw new AppError('licenceNotFound')
  return viewLicence(row, person)
}

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
  const total = await countRows(db.selectFrom('downloads').where('user_id', '=', person.id))
  return {
    licences: rows.map((row) => viewLicence(row, person)),
    offset,
    next_offset: nextOffset({ offset, count: rows.length, total }),
    total,
  }
}

/** A licence for anybody who knows its id, without the licensee's name; undefined for an unknown id. */
export async function verifyLicence(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<GenuineLicence | undefined> {
  const row = await selectLicences(db).where('public_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { public_id, clip_id, clip_title, clip_title_ja, thumbnail_url } = row
  const { license_type, terms_version, plan, via, via_name, created } = row
  const clip = { clip_id, clip_title, clip_title_ja, thumbnail_url }
  return {
    id: public_id,
    ...clip,
    license_type,
    terms_version,
    plan,
    via,
    via_name,
    created,
    ...originOf(row),
  }
}

/** Licences with their clip's poster, null when the clip is gone or hidden. */
function selectLicences(db: Kysely<Database>) {
  return db
    .selectFrom('downloads')
    .leftJoin('sources', 'sources.id', 'downloads.source_id')
    .leftJoin('medias', 'medias.source_id', 'sources.id')
    .selectAll('downloads')
    .select('medias.thumbnail_url')
}

const originOf = ({ ai, digital_source_type }: LicenceRow) => ({
  ai: ai === null ? null : ai === 1,
  digital_source_type: digital_source_type || null,
})

/** Lists each field, so that a new column does not become public by itself. */
function viewLicence(row: LicenceRow, holder: Person): Licence {
  return {
    id: row.public_id,
    clip_id: row.clip_id,
    clip_available: row.thumbnail_url !== null,
    clip_title: row.clip_title,
    clip_title_ja: row.clip_title_ja,
    thumbnail_url: row.thumbnail_url,
    file_name: row.file_name,
    file_kind: row.file_kind,
    license: row.license,
    license_type: row.license_type,
    ...originOf(row),
    terms_version: row.terms_version,
    plan: row.plan,
    licensee_name: row.licensee_name,
    via: row.via,
    via_name: row.via_name,
    created: row.created,
    membership_live: isPaid(holder),
  }
}
