import { type Claims, claimedNumber, DAYS_OF_UPDATES } from '#domain/clips/claims.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Deps } from '#server/deps.ts'

type ClaimDeps = Pick<Deps, 'db' | 'site'>

/** Reads the resolution of this many of the newest clips only, so that a start stays quick. */
const NEWEST = 1000

/** The figures that pages promise. */
export async function libraryClaims({ db, site: { claims } }: ClaimDeps): Promise<Claims> {
  return { ...claims, clips: claimedNumber(claims.clips, await countRows(db.selectFrom('sources'))) }
}

/** One line for the operator if pages claim more than the library has; else undefined. */
export async function claimsBeyondLibrary({
  db,
  site,
  now,
}: ClaimDeps & Pick<Deps, 'now'>): Promise<string | undefined> {
  const { clips, updates, resolution } = site.claims
  const count = await countRows(db.selectFrom('sources'))
  const newest = await db
    .selectFrom('sources')
    .select('created')
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst()
  const days = newest && Math.floor((now().getTime() - Date.parse(newest.created)) / DAY_MS)
  const beyond = [
    count < clips && `${clips}+ clips (it has ${count})`,
    days !== undefined &&
      days > DAYS_OF_UPDATES[updates] &&
      `${updates} updates (the last was ${days} days ago)`,
    (await hasSmallerFilm(db, Number.parseInt(resolution, 10))) && `${resolution} (some films are smaller)`,
  ].filter((claim) => claim !== false)
  if (beyond.length === 0) return undefined
  return `The pages claim more than the library has: ${beyond.join(', ')}. What they say is in the studio’s room Shop.`
}

/** Counts lines along the shorter side, since films may be upright. */
async function hasSmallerFilm(db: Deps['db'], lines: number): Promise<boolean> {
  const newest = db.selectFrom('medias').select(['width', 'height']).orderBy('id', 'desc').limit(NEWEST)
  const smaller = await db
    .selectFrom(newest.as('newest'))
    .select('width')
    .where(({ or, eb }) => or([eb('width', '<', lines), eb('height', '<', lines)]))
    .executeTakeFirst()
  return smaller !== undefined
}
