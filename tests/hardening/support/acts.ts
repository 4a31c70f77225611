import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { StripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { signEvent } from '../../../tools/stripe-emulator/http/webhooks.ts'
import type { Event } from '../../../tools/stripe-emulator/model/state.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress } from '../../support/http/ask.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { STRIPE } from '../../support/shop/shop.ts'
import { tusClient } from '../../support/studio/tus.ts'

/** Whether the server's acknowledgement still holds. */
export type Promised = { what: string; isKept: () => Promise<boolean> }

export interface ActSetting {
  db: Kysely<Database>
  stripe: StripeEmulator
  /** Signs in again for each server, since tokens expire. */
  admin: () => Pick<TestMember, 'headers'>
  clip: number
  testerKey: string
  /** A live server, maybe not for long. */
  url: () => URL
}

/** Performs one action. Rejects if the server dies; undefined if it refuses. */
export type Act = () => Promise<Promised | undefined>

/** People's actions, each a few requests with a check of the database afterwards. */
export function actsOf({ db, stripe, admin, clip, testerKey, url }: ActSetting): Record<string, Act> {
  const deps = { db, now: () => new Date() }
  async function ask(method: string, path: string, { headers }: Partial<TestMember> = {}, body?: object) {
    const answer = await fetch(new URL(path, url()), {
      method,
      headers: { 'x-forwarded-for': anAddress(), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) return undefined
    return text ? JSON.parse(text) : {}
  }
  return {
    async register() {
      const email = `${randomUUID()}@example.com`
      const account = { name: 'Aoi', email, password: 'nagareru-mizu', earlyPilot: false }
      if (!(await ask('POST', '/api/users', {}, account))) return undefined
      const isKept = async () =>
        !!(await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
      return { what: `account ${email}`, isKept }
    },
    async like() {
      const { id, headers } = await aMember(deps)
      if (!(await ask('PUT', `/api/users/medias/${clip}/like`, { headers }))) return undefined
      const isKept = async () =>
        !!(await db.selectFrom('likes').select('user_id').where('user_id', '=', id).executeTakeFirst())
      return { what: `like of ${id}`, isKept }
    },
    async redeem() {
      const { id, headers } = await aMember(deps)
      if (!(await ask('PUT', `/api/users/early-adopter?key=${testerKey}`, { headers }))) return undefined
      const isKept = async () =>
        !!(await db.selectFrom('testers').select('user_id').where('user_id', '=', id).executeTakeFirst())
      return { what: `spot of ${id}`, isKept }
    },
    async pay() {
      const { id, headers } = await aMember(deps)
      const session = await ask('GET', '/api/payment/stripe-session?price=pro_monthly&referral=', { headers })
      if (!session) return undefined
      stripe.control.pay(session.session_id)
      if (!(await ask('POST', '/api/payment/sync', { headers }, { session_id: session.session_id })))
        return undefined
      const bought = () =>
        db.selectFrom('subscriptions').select('id').where('user_id', '=', id).where('status', '=', 'active')
      return { what: `subscription of ${id}`, isKept: async () => (await bought().execute()).length === 1 }
    },
    async hear() {
      const id = `evt_${randomBytes(8).toString('hex')}`
      const data = { object: { id: `sub_${id}`, object: 'subscription' } }
      const event = { id, object: 'event', type: 'customer.subscription.updated', created: 1, data }
      const at = Math.floor(Date.now() / 1000)
      const { body, headers } = signEvent(event as unknown as Event, {
        secret: STRIPE.webhookSecrets[0]!,
        at,
      })
      const told = await fetch(new URL('/api/payment/stripe-webhook', url()), {
        method: 'POST',
        body,
        headers,
      })
      if (!told.ok) return undefined
      return { what: `event ${id}`, isKept: () => isStored(db, id) }
    },
    async upload() {
      const film = randomBytes(20_000)
      const tus = tusClient({ url: url() }, admin().headers)
      const id = await tus.create(film.length, { filename: 'a.mp4' })
      // A client without the last answer checks how much has arrived.
      if ((await tus.patch(id, 0, film)).status !== 204 && (await tus.offset(id)) < film.length)
        return undefined
      return { what: `upload ${id}`, isKept: () => isQueued(db, id) }
    },
    async publish() {
      const { id } = await aClip(db, { source: { state: 'draft', ai: 0 } })
      const { version } = await db
        .selectFrom('library')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (!(await ask('POST', `/api/studio/clips/${id}/publish`, admin(), { version }))) return undefined
      const seen = () => db.selectFrom('sources').select('id').where('id', '=', id).executeTakeFirst()
      return { what: `clip ${id}`, isKept: async () => !!(await seen()) }
    },
    async end() {
      const name = `set-${randomUUID()}`
      if (!(await ask('POST', '/api/promo', admin(), { promo_name: name, source_ids: [clip] })))
        return undefined
      if (!(await ask('DELETE', `/api/promo/${name}`, admin()))) return undefined
      const set = () =>
        db.selectFrom('promotions').select('expires_at').where('slug', '=', name).executeTakeFirst()
      return {
        what: `end of ${name}`,
        isKept: async () => ((await set())?.expires_at ?? '9') <= new Date().toISOString(),
      }
    },
  }
}

/** It is stored, and handled or queued. */
async function isStored(db: Kysely<Database>, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('stripe_events')
    .select('handled_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (event?.handled_at) return true
  const key = `billing.event:sub_${id}`
  const job = await db.selectFrom('jobs').select('id').where('unique_key', '=', key).executeTakeFirst()
  return !!event && !!job
}

/** A job exists, so it becomes a clip. */
async function isQueued(db: Kysely<Database>, id: string): Promise<boolean> {
  const upload = await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst()
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('unique_key', '=', `ingest:${id}`)
    .executeTakeFirst()
  return upload?.state === 'waiting' && !!job
}
