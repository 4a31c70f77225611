import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#server/accounts/session/sessions.ts'
import { newAccessToken } from '#server/accounts/session/tokens.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress, askServer } from '../../support/http/ask.ts'
import { ROLES, ROUTE_RIGHTS, type Role } from '../../support/http/route-rights.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAST_DUE = { status: 'past_due', plan: 'pro_monthly', current_period_end: inDays(20) }

const CANCEL = 'PUT /api/payment/cancel-membership'
const BOTH = [CANCEL, 'PUT /api/payment/resume-membership']

/**
 * People that `ROUTE_RIGHTS` does not name, and the role whose rights they have. Nothing is sold here, so calls to
 * Stripe are 503.
 */
const AS: Record<string, { as: Role; subscription?: object; asksStripe?: string[] }> = {
  forged: { as: 'anonymous' },
  expired: { as: 'anonymous' },
  'signed out': { as: 'anonymous' },
  paying: { as: 'pro', subscription: { ...PAST_DUE, status: 'active' }, asksStripe: BOTH },
  'past due for a day': {
    as: 'pro',
    subscription: { ...PAST_DUE, past_due_since: inDays(-1) },
    asksStripe: BOTH,
  },
  'past due for eight days': {
    as: 'free',
    subscription: { ...PAST_DUE, past_due_since: inDays(-8) },
    asksStripe: [CANCEL],
  },
  'cancelled, until the end of the period': {
    as: 'pro',
    subscription: { ...PAST_DUE, status: 'active', cancel_at_period_end: 1 },
    asksStripe: BOTH,
  },
  cancelled: { as: 'free', subscription: { ...PAST_DUE, status: 'canceled', ended_at: inDays(-1) } },
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

/** Refuses any bearer, right or wrong. */
const TAKES_BASIC = 'GET /api/users/login'
const API = Object.entries(ROUTE_RIGHTS).filter(
  ([route]) => route.includes(' /api/') && route !== TAKES_BASIC,
)
const engines = LONG ? [sqliteDatabases(), postgresDatabases()] : [sqliteDatabases()]

/** People whom no token lets in. In the quick form they share the routes. */
const KEPT_OUT = Object.keys(AS).filter((name) => AS[name]!.as === 'anonymous')

/** All routes; in the quick form a share for people kept out, and for others the routes that need a membership. */
function routesFor(name: string): typeof API {
  if (LONG) return API
  const turn = KEPT_OUT.indexOf(name)
  if (turn >= 0) return API.filter((_, at) => at % KEPT_OUT.length === turn)
  const opens = (statuses: unknown) =>
    Array.isArray(statuses) && statuses[ROLES.indexOf('free')] !== statuses[ROLES.indexOf('pro')]
  return API.filter(([route, { statuses }]) => opens(statuses) || BOTH.includes(route))
}

describe.each(engines)('rights of those between the roles ($engine)', (databases) => {
  let server: TestServer
  let places: Record<string, string>
  let customers = 0

  beforeAll(async () => {
    const config = await databases.create()
    const env: Record<string, string> = { LOG_LEVEL: 'error', TRUST_PROXY: 'on' }
    if (config.engine === 'postgres') env.DATABASE_URL = config.url
    server = await startTestServer({ env })
    const { deps } = server
    const clip = await aClip(deps.db)
    await aMember(deps, { admin: true })
    await deps.storage.put(clip.cloudpath, Buffer.alloc(1_000), 'video/mp4')
    const { id, headers } = await aMember(deps, { membership: 'pro' })
    const signed = await askServer(server, 'GET', `/api/media-sign?filepath=${clip.cloudpath}`, { headers })
    const { licence } = await signed.json()
    const maker = { id, membership: 'pro' } as const
    const source_ids = [clip.id]
    await createPromotion(deps, maker, { promo_name: 'Spring', source_ids, expires_in_days: 7 })
    await createCollection(deps, maker, { curated_name: 'Rain', source_ids })
    places = {
      clip: String(clip.id),
      cloudpath: clip.cloudpath,
      licence,
      promo: 'spring',
      curated: 'rain',
    }
  })
  afterAll(async () => {
    await server.close()
    await databases.close()
  })

  async function tokenOf(name: string): Promise<() => Promise<string>> {
    const { deps } = server
    if (name === 'forged') return async () => newAccessToken()
    const { id: userId } = await aMember(deps, { membership: name === 'expired' ? 'pro' : 'free' })
    const { subscription } = AS[name]!
    if (subscription) await subscribe(userId, subscription)
    if (name === 'expired') {
      const earlier = { db: deps.db, now: () => new Date(Date.now() - 16 * 60_000) }
      return async () => (await signIn(earlier, { userId, userAgent: 'test' })).access_token
    }
    return async () => {
      const { access_token, refresh_token } = await signIn(deps, { userId, userAgent: 'test' })
      if (name === 'signed out')
        await askServer(server, 'POST', '/api/users/logout', { body: { refresh_token } })
      return access_token
    }
  }

  async function subscribe(userId: number, subscription: object): Promise<void> {
    const { db } = server.deps
    const at = inDays(-40)
    const customer_id = `cus_${++customers}`
    await db
      .insertInto('stripe_customers')
      .values({ id: customer_id, user_id: userId, created: at })
      .execute()
    await db
      .insertInto('subscriptions')
      .values({
        ...{ id: `sub_${customers}`, customer_id, user_id: userId, created: at, synced_at: at },
        ...{ cancel_at: null, past_due_since: null, ended_at: null, renewal_notice_for: null },
        ...{ amount: 2900, currency: 'usd', end_reason: null, end_handled_at: null },
        ...(subscription as typeof PAST_DUE),
      })
      .execute()
  }

  test.each(Object.keys(AS))('who is %s may do no more and no less', async (name) => {
    const { as, asksStripe } = AS[name]!
    const token = await tokenOf(name)
    const at = ROLES.indexOf(as)
    const got: string[] = []
    // One after the other, since some requests end all sessions.
    const routes = routesFor(name)
    for (const [route, { path, body }] of routes) {
      const placed = path.replaceAll(/\{(\w+)\}/g, (_, place) => places[place]!)
      const { status } = await fetch(server.at(placed), {
        method: route.split(' ')[0]!,
        headers: { authorization: `Bearer ${await token()}`, 'x-forwarded-for': anAddress() },
        redirect: 'manual',
        ...(body && { body: JSON.stringify(body) }),
      })
      got.push(`${route}: ${status}`)
    }
    const expected = routes.map(([route, { statuses }]) => {
      const status = typeof statuses === 'number' ? statuses : statuses[at]
      if (asksStripe?.includes(route)) return `${route}: 503`
      return `${route}: ${status}`
    })
    expect(got).toEqual(expected)
  })
})
