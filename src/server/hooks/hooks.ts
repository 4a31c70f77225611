import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import {
  type Hook,
  type HookAct,
  type HookRoom,
  MOST_HOOKS,
  type NewHook,
} from '#contract/studio/shop/hooks.ts'
import type { Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { errorText } from '#server/jobs/error-text.ts'
import { addressesOf } from './receiver.ts'

type HookDeps = Pick<Deps, 'db' | 'now' | 'secrets'>

const MOST_SHOWN = 50

export const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

/** Seals and opens the secrets of this address. */
export const ownerOf = (url: string) => `hook:${url}`

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export async function hookRoom({ db }: Pick<Deps, 'db'>): Promise<z.infer<typeof HookRoom>> {
  const all = db.selectFrom('hooks').select(['id', 'url', 'events', 'off_since'])
  const rows = await all.orderBy('id').execute()
  const hooks: Hook[] = []
  for (const row of rows) {
    const newest = db.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', row.id)
    const deliveries = await newest.orderBy('id', 'desc').limit(MOST_SHOWN).execute()
    hooks.push({ ...row, events: JSON.parse(row.events), deliveries: deliveries.map(lineOf) })
  }
  return { hooks }
}

function lineOf(row: Selectable<Database['hook_deliveries']>): Hook['deliveries'][number] {
  const { id, type, created, due, attempts, tried, status, answer } = row
  const state = due !== null ? 'waiting' : isDelivered(status) ? 'delivered' : 'failed'
  return { id, type, created, state, attempts, tried, status, answer }
}

/** Returns the secret. @throws AppError('badReceiver') with the reason, also for one address too many */
export async function addHook(
  deps: HookDeps & Pick<Deps, 'privateReceivers'>,
  by: Person,
  { url, events }: z.infer<typeof NewHook>,
): Promise<{ secret: string }> {
  const { db, now, secrets, privateReceivers = [] } = deps
  try {
    await addressesOf(new URL(url), { privateHosts: privateReceivers })
  } catch (error) {
    throw new AppError('badReceiver', errorText(error))
  }
  const secret = newSecret()
  const created = now().toISOString()
  const row = { url, events: JSON.stringify(events), secret: secrets.seal(secret, ownerOf(url)), created }
  await db.transaction().execute(async (trx) => {
    const hooks = await trx.selectFrom('hooks').select('id').execute()
    if (hooks.length >= MOST_HOOKS) throw new AppError('badReceiver', `there are ${MOST_HOOKS} already`)
    await trx.insertInto('hooks').values(row).execute()
    await noteAct(trx, { by, act: 'add', url, at: now() })
  })
  return { secret }
}

/** Returns the new secret, if one is made. An address that is turned on gets new events alone. @throws AppError('notFound') */
export function changeHook({ db, now, secrets }: HookDeps, by: Person, id: number, act: HookAct) {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const named = trx.selectFrom('hooks').select(['url', 'secret']).where('id', '=', id)
    const hook = await named.executeTakeFirst()
    if (!hook) throw new AppError('notFound')
    const secret = act === 'secret' ? newSecret() : null
    const sealed = secret && secrets.seal(secret, ownerOf(hook.url))
    const change = sealed
      ? { secret: sealed, old_secret: hook.secret, rotated: at.toISOString() }
      : { off_since: null, rests_until: '' as const }
    if (act === 'remove') await trx.deleteFrom('hooks').where('id', '=', id).execute()
    else await trx.updateTable('hooks').set(change).where('id', '=', id).execute()
    await noteAct(trx, { by, act, url: hook.url, at })
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

/** Without path and query, which may hold a secret. */
function noteAct(
  trx: Deps['db'],
  { by, act, url, at }: { by: Person; act: 'add' | HookAct; url: string; at: Date },
): Promise<void> {
  const detail = { address: new URL(url).host }
  return audit(trx, { actor: by, action: `hook.${act}`, userId: null, detail, at })
}
