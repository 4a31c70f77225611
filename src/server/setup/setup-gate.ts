import { SETUP } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import { hasAdmin, newSetupCode } from './setup-code.ts'

/** How long a look at the database holds while the shop has no admin. */
const LOOK_MS = 250

/** The front's view of a shop without an admin. */
export interface SetupGate {
  /** True once there is an admin, for ever. */
  readonly isOver: boolean
  /** Whether all but `/setup` wait for the admin: not in a shop that has clips or members already. */
  readonly shuts: boolean
  /** Whether there is still no admin; other processes may have made one. */
  isOpen(): Promise<boolean>
}

/** Undefined for a shop with an admin. */
export async function openSetupGate({ db }: Pick<Deps, 'db'>): Promise<SetupGate | undefined> {
  if (await hasAdmin(db)) return undefined
  const member = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const clip = await db.selectFrom('library').select('id').limit(1).executeTakeFirst()
  let isOver = false
  let looked = Number.NEGATIVE_INFINITY
  let looking = Promise.resolve(false)
  return {
    shuts: !member && !clip,
    get isOver() {
      return isOver
    },
    async isOpen() {
      if (performance.now() - looked > LOOK_MS) {
        looked = performance.now()
        looking = hasAdmin(db)
      }
      isOver ||= await looking
      return !isOver
    },
  }
}

/** Where the setup is, with a new code in the fragment, which browsers do not send. */
export async function setupAddress(deps: Pick<Deps, 'db' | 'now' | 'site'>): Promise<string> {
  return new URL(`${SETUP}#${await newSetupCode(deps)}`, deps.site.url).href
}
