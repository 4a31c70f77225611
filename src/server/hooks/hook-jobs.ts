import { type Selectable, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { QueuedJob, RecurringJob } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isDelivered, ownerOf } from './hooks.ts'
import { type Answer, post, type Reach } from './receiver.ts'

/** Then the other addresses have their turn. */
const TURN_MS = 20_000
/** After a failure the address gets nothing else meanwhile. */
const REST_SECONDS = 30
const LONGEST_RETRY_SECONDS = 2 * 60 * 60
const FIRST = { due: '', id: 0 }

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000).toISOString()

const SEND_KIND = 'hooks.send'

/** Queues the sending to each address that has something due: one job an address, so that a slow one delays no other. */
export const dueHooksJob: RecurringJob = {
  kind: 'hooks.due',
  everySeconds: 5,
  async run(deps) {
    const hooks = await deps.db.selectFrom('hooks').select(['id', 'url', 'secret']).execute()
    const failed = await eachAlone(deps, hooks, { what: 'hook' }, async (hook) => {
      await sealAgain(deps, hook)
      if (!(await nextDue(deps, hook.id))) return
      const once = `${SEND_KIND}:${hook.id}`
      await queueJob(deps.db, { kind: SEND_KIND, payload: { hook: hook.id }, once })
      deps.events.emit('jobQueued')
    })
    throwFailed('hook', failed)
  },
}

/** Encrypts a secret of older MEDIA_KEYS again with the newest key. */
async function sealAgain({ db, secrets }: Deps, hook: Pick<DueEvent['hook'], 'id' | 'url' | 'secret'>) {
  const opened = secrets.isNewest(hook.secret) ? undefined : secrets.open(hook.secret, ownerOf(hook.url))
  if (!opened) return
  const again = db.updateTable('hooks').set({ secret: secrets.seal(opened, ownerOf(hook.url)) })
  await again.where('id', '=', hook.id).where('secret', '=', hook.secret).execute()
}

/** Sends an address its due events, one after the other, until it takes one not. @param resolve for tests */
export const sendHooksJob = (resolve?: Reach['resolve']): QueuedJob => ({
  kind: SEND_KIND,
  async run(deps, payload, { signal }) {
    const { hook } = z.object({ hook: z.int() }).parse(payload)
    const reach = { privateHosts: deps.privateReceivers ?? [], resolve }
    const failed = await eachAlone(deps, dueEvents(deps, hook), { what: 'event', signal }, async (due) => {
      const message = signed(deps, due)
      const answer = message
        ? await post(new URL(due.hook.url), message, reach, signal)
        : { status: null, text: 'the secret is unreadable, since MEDIA_KEYS was changed: make a new one' }
      // A stop is not the receiver's failure.
      signal.throwIfAborted()
      await note(deps, due, answer)
    })
    throwFailed('event', failed)
  },
})

interface DueEvent {
  id: number
  hook: Selectable<Database['hooks']>
  delivery: Selectable<Database['hook_deliveries']>
}

/** Those of an address, in order, until its turn is over. */
async function* dueEvents(deps: Deps, hook: number): AsyncGenerator<DueEvent> {
  const until = performance.now() + TURN_MS
  let due = await nextDue(deps, hook)
  while (due && performance.now() < until) {
    yield due
    due = await nextDue(deps, hook, due.delivery)
  }
}

/** Undefined, too, while the address rests or is off. */
async function nextDue({ db, now }: Deps, id: number, after: { due: string | null; id: number } = FIRST) {
  const at = now().toISOString()
  const awake = db.selectFrom('hooks').selectAll().where('off_since', 'is', null)
  const hook = await awake.where('rests_until', '<=', at).where('id', '=', id).executeTakeFirst()
  const due = db.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', id).where('due', '<=', at)
  const next = due.where(sql<boolean>`(due, id) > (${after.due}, ${after.id})`).orderBy('due').orderBy('id')
  const delivery = hook && (await next.limit(1).executeTakeFirst())
  return delivery && { id: delivery.id, hook, delivery }
}

/** Undefined if the secret cannot be read. */
function signed({ secrets, site, now }: Deps, { hook, delivery }: DueEvent) {
  const { event_id, type, data, created } = delivery
  const at = now()
  const facts = JSON.parse(data)
  const url = type.startsWith('clip.') && new URL(`/m/${facts.id}`, site.url).href
  const body = JSON.stringify({ type, timestamp: created, data: { ...facts, ...(url && { url }) } })
  const isOldValid = hook.rotated !== null && later(at, -DAY_MS / 1000) < hook.rotated
  const opened = [hook.secret, isOldValid && hook.old_secret].flatMap(
    (sealed) => (sealed && secrets.open(sealed, ownerOf(hook.url))) || [],
  )
  if (opened.length === 0) return undefined
  const signatures = opened.map((secret) => new Webhook(secret).sign(event_id, at, body))
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    ...{ 'user-agent': 'nagare-webhooks', 'webhook-id': event_id, 'webhook-signature': signatures.join(' ') },
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  }
  return { headers, body }
}

/** An address that has taken nothing since an event was queued a day ago is turned off. */
async function note({ db, now, log }: Deps, { hook, delivery }: DueEvent, answer: Answer): Promise<void> {
  const at = now()
  const tried = at.toISOString()
  const isTaken = isDelivered(answer.status)
  const isOver = !isTaken && at.getTime() - Date.parse(delivery.queued) >= DAY_MS
  const isDead = isOver && (hook.last_success ?? '') < delivery.queued
  const wait = Math.min(REST_SECONDS * 2 ** delivery.attempts, LONGEST_RETRY_SECONDS)
  const outcome = {
    ...{ tried, status: answer.status, answer: answer.text, attempts: delivery.attempts + 1 },
    due: isTaken || isOver ? null : later(at, wait),
  }
  await db.transaction().execute(async (trx) => {
    const own = trx.updateTable('hook_deliveries').where('hook_id', '=', hook.id)
    await own.set(outcome).where('id', '=', delivery.id).execute()
    const state = isTaken ? { last_success: tried } : { rests_until: later(at, REST_SECONDS) }
    const change = trx.updateTable('hooks').where('id', '=', hook.id)
    await change.set({ ...state, ...(isDead && { off_since: tried }) }).execute()
    if (!isDead) return
    await own.set({ due: null }).where('due', 'is not', null).execute()
    const fault = `${new URL(hook.url).host}: ${answer.status ?? ''} ${answer.text}`.slice(0, 300)
    await queueMail(trx, { mail: 'hookTrouble', trouble: 'hookOff', fault, at: tried })
  })
  if (!isTaken)
    log.warn({ hook: hook.id, event: delivery.event_id, status: answer.status }, 'webhook not taken')
}
