import type { ActivityInput } from '#contract/accounts/accounts.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import { recordPreviews } from '#server/demand/record-previews.ts'
import { recordSearch } from '#server/demand/record-search.ts'
import type { Deps } from '#server/deps.ts'

interface Clicker {
  /** Access token; without a valid one the click is anonymous. */
  token: string | undefined
  /** IP address; see Visitor. Never stored. */
  address: string
  /** Never stored either. */
  userAgent: string
}

type ActivityDeps = Pick<Deps, 'db' | 'now' | 'rateLimits' | 'visitorSecret'>

/**
 * Records a click, of the access token's user or anonymous. Records each search result once. Searches and previews are
 * only counted, never with the user.
 */
export async function recordActivity(
  deps: ActivityDeps,
  input: ActivityInput,
  clicker: Clicker,
): Promise<void> {
  const { label, meta } = input
  const { address } = clicker
  if (label === 'PREVIEWS_PLAYED') return recordPreviews(deps, { ids: meta.ids, address })
  if (label === 'SEARCH_SHOWN')
    return recordSearch(deps, { path: meta.path, results: resultsOf(meta) }, clicker)
  if (label === 'RESULT_CLICK') {
    if (!(await deps.rateLimits.resultClicks.allows(`${address} ${meta.id} ${meta.path}`))) return
    await recordSearch(deps, { path: meta.path, clicked: true }, clicker)
  }
  await recordClick(deps, input, clicker)
}

function resultsOf({ results }: ActivityInput['meta']): number | undefined {
  return typeof results === 'number' ? results : undefined
}

async function recordClick(
  { db, now }: ActivityDeps,
  { label, meta }: ActivityInput,
  { token }: Clicker,
): Promise<void> {
  const created = now().toISOString()
  const member = db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .select('access_tokens.user_id')
    .where('access_tokens.token_hash', '=', sha256(token ?? ''))
    .where('access_tokens.expires_at', '>', created)
    .where('sessions.revoked_at', 'is', null)
  await db
    .insertInto('activities')
    .values({ user_id: member, label, meta: JSON.stringify(meta), created })
    .execute()
}
