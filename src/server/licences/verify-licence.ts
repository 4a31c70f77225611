import type { Licence } from '#contract/downloads.ts'
import type { Deps } from '#server/deps.ts'
import { selectLicences } from './licence-view.ts'

/** What anybody may know of a licence: that it was given, for what and when, and not to whom. */
export type GenuineLicence = Pick<
  Licence,
  'id' | 'clip_id' | 'clip_title' | 'clip_title_ja' | 'thumbnail_url' | 'license_type' | 'terms_version'
> &
  Pick<Licence, 'plan' | 'via' | 'created'>

/** undefined where no licence has this id. */
export async function verifyLicence(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<GenuineLicence | undefined> {
  const row = await selectLicences(db).where('public_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { public_id, clip_id, clip_title, clip_title_ja, thumbnail_url } = row
  const { license_type, terms_version, plan, via, created } = row
  const clip = { clip_id, clip_title, clip_title_ja, thumbnail_url }
  return { id: public_id, ...clip, license_type, terms_version, plan, via, created }
}
