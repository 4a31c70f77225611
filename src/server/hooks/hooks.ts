import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { type HookAct, type HookRoom, MOST_HOOKS, type NewHook } from '#contract/studio/shop/hooks.ts'
import type { Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import { lockRows, lockUntilCommit } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import { errorText } from '#server/jobs/error-text.ts'
import { addressesOf } from './receiver.ts'

type HookDeps = Pick<Deps, 'db' | 'now' | 'secrets'>

const MOST_SHOWN = 50

export const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

/** Seals and opens the secrets of this address. */
export const ownerOf = (url: string) => `hook:${url}`

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Without path and query, which may hold a secret. */
const named = (url: string) => ({ userId: null, detail: { address: new URL(url).host } })

export async function hookRoom({ db }: Pick<Deps, 'db'>): Promise<z.infer<typeof HookRoom>> {
  const all = db.selectFrom('hooks').select(['id', 'url', 'events', 'off_since']).orderBy('id')
  const newest = db
    .selectFrom('hook_deliveries')
    .select(['id', 'type', 'created', 'due', 'attempts', 'tried', 'status', 'answer'])
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
  const shown = (await all.execute()).map(async (hook) => {
    const rows = await newest.where('hook_id', '=', hook.id).execute()
    const deliveries = rows.map(({ id, type, created, due, ...row }) => ({
      ...{ id, type, created, state: stateOf(due, row.status), ...row },
    }))
    return { ...hook, events: JSON.parse(hook.events), deliveries }
  })
  return { hooks: await Promise.all(shown) }
}

const stateOf = (due: string | null, status: number | null) =>
  due ? ('waiting' as const) : isDelivered(status) ? ('delivered' as const) : ('failed' as const)

/** Returns the secret. @throws AppError('badReceiver') with the reason, also for one address too many */
export async function addHook(
  { db, now, secrets, privateReceivers = [] }: HookDeps & Pick<Deps, 'privateReceivers'>,
  by: Person,
  { url, events }: z.infer<typeof NewHook>,
): Promise<{ secret: string }> {
  try {
    await addressesOf(new URL(url), { privateHosts: privateReceivers })
  } catch (error) {
    throw new AppError('badReceiver', errorText(error))
  }
  const secret = newSecret()
  const created = now().toISOString()
  const row = { url, events: JSON.stringify(events), secret: secrets.seal(secret, ownerOf(url)), created }
  await db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'hooks')
    const hooks = await trx.selectFrom('hooks').select('id').execute()
    if (hooks.length >= MOST_HOOKS) throw new AppError('badReceiver', `there are ${MOST_HOOKS} already`)
    await trx.insertInto('hooks').values(row).execute()
    await audit(trx, { actor: by, action: 'hook.add', ...named(url), at: now() })
  })
  return { secret }
}

/** Returns the new secret, if one is made. An address that is turned on gets new events alone. @throws AppError('notFound') */
export function changeHook({ db, now, secrets }: HookDeps, by: Person, id: number, act: HookAct) {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const own = trx.selectFrom('hooks').select(['url', 'secret']).where('id', '=', id)
    const hook = await own.$call(lockRows(trx)).executeTakeFirst()
    if (!hook) throw new AppError('notFound')
    const secret = act === 'secret' ? newSecret() : null
    const sealed = secret && secrets.seal(secret, ownerOf(hook.url))
    const change = sealed
      ? { secret: sealed, old_secret: hook.secret, rotated: at.toISOString() }
      : { off_since: null, rests_until: '' as const }
    if (act === 'remove') await trx.deleteFrom('hooks').where('id', '=', id).execute()
    else await trx.updateTable('hooks').set(change).where('id', '=', id).execute()
    await audit(trx, { actor: by, action: `hook.${act}`, ...named(hook.url), at })
    return { secret }
  })
}

/** @throws AppError('notFound'), also if the address is off */
export async function sendHookAgain({ db, now }: HookDeps, id: number, delivery: number): Promise<void> {
  const at = now().toISOString()
  const on = db.selectFrom('hooks').select('id').where('id', '=', id).where('off_since', 'is', null)
  const { numUpdatedRows } = await db
    .updateTable('hook_deliveries')
    .set({ due: at, queued: at, attempts: 0 })
    .where('id', '=', delivery)
    .where('hook_id', 'in', on)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('notFound')
}
