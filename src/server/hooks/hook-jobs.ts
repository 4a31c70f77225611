import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { QueuedJob, RecurringJob } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isDelivered, ownerOf } from './hooks.ts'
import { type Answer, post } from './receiver.ts'

/** Then the other addresses have their turn. */
const TURN_MS = 20_000
/** After a failure the address gets nothing else meanwhile. */
const REST_SECONDS = 30
const LONGEST_RETRY_SECONDS = 2 * 60 * 60

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000).toISOString()

const SEND_KIND = 'hooks.send'

/** Queues the sending to each address that has something due: one job an address, so that a slow one delays no other. */
export const dueHooksJob: RecurringJob = {
  kind: 'hooks.due',
  everySeconds: 5,
  async run(deps) {
    const { db, secrets, events } = deps
    const hooks = await db.selectFrom('hooks').select(['id', 'url', 'secret']).execute()
    const failed = await eachAlone(deps, hooks, { what: 'hook' }, async ({ id, url, secret }) => {
      // A secret of older MEDIA_KEYS is encrypted again with the newest key.
      const opened = secrets.isNewest(secret) ? undefined : secrets.open(secret, ownerOf(url))
      const sealed = db.updateTable('hooks').where('id', '=', id).where('secret', '=', secret)
      if (opened) await sealed.set({ secret: secrets.seal(opened, ownerOf(url)) }).execute()
      if ((await dueEvents(deps, id).next()).done) return
      await queueJob(db, { kind: SEND_KIND, payload: { hook: id }, once: `${SEND_KIND}:${id}` })
      events.emit('jobQueued')
    })
    throwFailed('hook', failed)
  },
}

/** Sends an address its due events, one after the other, until it takes one not. */
export const sendHooksJob: QueuedJob = {
  kind: SEND_KIND,
  async run(deps, payload, { signal }) {
    const { hook } = z.object({ hook: z.int() }).parse(payload)
    const reach = { privateHosts: deps.privateReceivers ?? [] }
    const failed = await eachAlone(deps, dueEvents(deps, hook), { what: 'event', signal }, async (due) => {
      const message = signed(deps, due)
      const answer = message
        ? await post(new URL(due.url), message, reach, signal)
        : { status: null, text: 'the secret is unreadable, since MEDIA_KEYS was changed: make a new one' }
      // A stop is not the receiver's failure.
      signal.throwIfAborted()
      await note(deps, due, answer)
    })
    throwFailed('event', failed)
  },
}

type DueEvent = ReturnType<typeof dueEvents> extends AsyncGenerator<infer Event> ? Event : never

/** Those of an address, in order, until its turn is over, or it rests or is turned off. */
async function* dueEvents({ db, now }: Deps, hook: number) {
  const until = performance.now() + TURN_MS
  let last: { due: string | null; id: number } = { due: '', id: 0 }
  while (performance.now() < until) {
    const at = now().toISOString()
    const next = await db
      .selectFrom('hook_deliveries as event')
      .innerJoin('hooks', 'hooks.id', 'event.hook_id')
      .selectAll('event')
      .select(['url', 'secret', 'old_secret', 'rotated', 'last_success'])
      .where('hook_id', '=', hook)
      .where('off_since', 'is', null)
      .where('rests_until', '<=', at)
      .where('due', '<=', at)
      .where(sql<boolean>`(due, event.id) > (${last.due}, ${last.id})`)
      .orderBy('due')
      .orderBy('event.id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    yield next
    last = next
  }
}

/** Undefined if the secret cannot be read. */
function signed({ secrets, site, now }: Deps, { event_id: id, type, created, ...due }: DueEvent) {
  const at = now()
  const facts = JSON.parse(due.data)
  const url = type.startsWith('clip.') && new URL(`/m/${facts.id}`, site.url).href
  const body = JSON.stringify({ type, timestamp: created, data: { ...facts, ...(url && { url }) } })
  const isOldValid = due.rotated !== null && later(at, -DAY_MS / 1000) < due.rotated
  const sealed = [due.secret, isOldValid && due.old_secret]
  const opened = sealed.flatMap((each) => (each && secrets.open(each, ownerOf(due.url))) || [])
  if (opened.length === 0) return undefined
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    ...{ 'user-agent': 'nagare-webhooks', 'webhook-id': id },
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': opened.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
  return { headers, body }
}

/** An address that has taken nothing since an event was queued a day ago is turned off. */
async function note({ db, now, log }: Deps, event: DueEvent, { status, text }: Answer): Promise<void> {
  const { id, hook_id: hook, attempts, queued } = event
  const at = now()
  const tried = at.toISOString()
  const isTaken = isDelivered(status)
  const isOver = !isTaken && at.getTime() - Date.parse(queued) >= DAY_MS
  const isDead = isOver && (event.last_success ?? '') < queued
  const wait = Math.min(REST_SECONDS * 2 ** attempts, LONGEST_RETRY_SECONDS)
  const due = isTaken || isOver ? null : later(at, wait)
  const state = isTaken ? { last_success: tried } : { rests_until: later(at, REST_SECONDS) }
  await db.transaction().execute(async (trx) => {
    const own = trx.updateTable('hook_deliveries').where('hook_id', '=', hook)
    const outcome = { tried, status, answer: text, attempts: attempts + 1, due }
    await own.set(outcome).where('id', '=', id).execute()
    const change = trx.updateTable('hooks').where('id', '=', hook)
    await change.set({ ...state, ...(isDead && { off_since: tried }) }).execute()
    if (!isDead) return
    await own.set({ due: null }).where('due', 'is not', null).execute()
    const fault = `${new URL(event.url).host}: ${status ?? ''} ${text}`.slice(0, 300)
    await queueMail(trx, { mail: 'hookTrouble', trouble: 'hookOff', fault, at: tried })
  })
  if (!isTaken) log.warn({ hook, event: event.event_id, status }, 'webhook not taken')
}
