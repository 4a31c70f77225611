import type { Kysely, Selectable } from 'kysely'
import type { Licence } from '#contract/downloads.ts'
import { isPaid, type Person } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'

type LicenceRow = Selectable<Database['downloads']> & { thumbnail_url: string | null }

/** Licences with their clip's poster, null where the clip is gone. */
export function selectLicences(db: Kysely<Database>) {
  return db
    .selectFrom('downloads')
    .leftJoin('medias', 'medias.source_id', 'downloads.source_id')
    .selectAll('downloads')
    .select('medias.thumbnail_url')
}

/** A licence as its holder sees it. */
export function viewLicence(row: LicenceRow, holder: Person): Licence {
  return {
    id: row.public_id,
    clip_id: row.clip_id,
    clip_available: row.thumbnail_url !== null,
    clip_title: row.clip_title,
    clip_title_ja: row.clip_title_ja,
    thumbnail_url: row.thumbnail_url,
    file_name: row.file_name,
    license: row.license,
    license_type: row.license_type,
    terms_version: row.terms_version,
    plan: row.plan,
    licensee_name: row.licensee_name,
    via: row.via,
    via_name: row.via_name,
    created: row.created,
    membership_live: isPaid(holder),
  }
}
