import type { GenuineLicence } from '#contract/downloads.ts'
import type { Deps } from '#server/deps.ts'
import { selectLicences } from './licence-view.ts'

/** undefined where no licence has this id. */
export async function verifyLicence(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<GenuineLicence | undefined> {
  const row = await selectLicences(db).where('public_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { public_id, clip_id, clip_title, clip_title_ja, thumbnail_url } = row
  const { license_type, terms_version, plan, via, via_name, created } = row
  const clip = { clip_id, clip_title, clip_title_ja, thumbnail_url }
  return { id: public_id, ...clip, license_type, terms_version, plan, via, via_name, created }
}
