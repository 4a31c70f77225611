import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CheckoutSession, MembershipState } from '#contract/billing/billing.ts'
import { stripeEventJob } from '#server/billing/inbox/handle-event.ts'
import { type StripeEmulator, startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'

const SECRET = STRIPE.webhookSecrets[0]!
let server: TestServer
let stripe: StripeEmulator

beforeAll(async () => {
  stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  server = await startTestServer({
    env: {
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
      STRIPE_API_URL: stripe.url.origin,
    },
    jobs: [stripeEventJob],
  })
  stripe.control.setWebhook({ url: server.at('/api/payment/stripe-webhook'), secret: SECRET })
})
afterEach(() => stripe.control.clearFaults())
afterAll(async () => {
  await server.close()
  await stripe.close()
})

function ask(method: string, path: string, { headers }: Pick<TestMember, 'headers'>, body?: unknown) {
  return fetch(server.at(path), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const CHECKOUT = '/api/payment/stripe-session?price=pro_monthly&referral='

async function checkout(member: TestMember): Promise<CheckoutSession> {
  return CheckoutSession.parse(await (await ask('GET', CHECKOUT, member)).json())
}

async function membership(member: TestMember): Promise<MembershipState> {
  return MembershipState.parse(await (await ask('GET', '/api/user/membership', member)).json())
}

async function isPro(member: TestMember): Promise<boolean> {
  return (await membership(member)).membership === 'pro'
}

function send(payload: string, secret = SECRET, header?: string) {
  const signature = header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return fetch(server.at('/api/payment/stripe-webhook'), {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
  })
}

function anEvent(id: string, type: string, object: object): string {
  // Formatted differently from JSON.stringify: the signature covers the raw bytes.
  return `{ "id": "${id}",\n  "object": "event", "type": "${type}", "created": 1, "note": "春の雨",\n "data": {"object": ${JSON.stringify(object)}}}\n`
}

function inbox() {
  return server.deps.db.selectFrom('stripe_events').selectAll().execute()
}

describe('a member', () => {
  test('pays, is pro after the webhook, cancels, resumes, and sees invoices at Stripe', async () => {
    const member = await aMember(server.deps)
    const answer = await ask('GET', CHECKOUT, member)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { session_id, url } = CheckoutSession.parse(await answer.json())
    expect(url).toBe(`${stripe.url.origin}/c/pay/${session_id}`)
    expect(await isPro(member)).toBe(false)
    stripe.control.pay(session_id)
    await expect.poll(() => isPro(member), { timeout: 2000 }).toBe(true)
    const user = await (await ask('GET', '/api/user', member)).json()
    expect(user).toMatchObject({ membership: 'pro' })
    for (const [path, can_resume] of [
      ['cancel-membership', true],
      ['cancel-membership', true],
      ['resume-membership', false],
    ] as const) {
      const state = await ask('PUT', `/api/payment/${path}`, member)
      expect(MembershipState.parse(await state.json())).toMatchObject({ membership: 'pro', can_resume })
    }
    const portal = (await (await ask('POST', '/api/payment/portal', member)).json()) as { url: string }
    expect(portal.url).toContain(`${stripe.url.origin}/p/session/`)
    expect(await (await ask('GET', CHECKOUT, member)).json()).toMatchObject({ status: 'ALREADY_PRO' })
  })

  test('is pro within two seconds of returning, without a webhook', async () => {
    const [member, other] = [await aMember(server.deps), await aMember(server.deps)]
    const { session_id } = await checkout(member)
    stripe.control.disturbWebhooks({ kind: 'drop', times: 100 })
    stripe.control.pay(session_id)
    const refused = await ask('POST', '/api/payment/sync', other, { session_id })
    expect([refused.status, (await refused.json()).status]).toEqual([404, 'NOT_FOUND'])
    const since = performance.now()
    const synced = await ask('POST', '/api/payment/sync', member, { session_id })
    expect(MembershipState.parse(await synced.json())).toMatchObject({ membership: 'pro' })
    expect(performance.now() - since).toBeLessThan(2000)
  })

  test('returns to the site’s own URL, whatever the Host header', async () => {
    const member = await aMember(server.deps)
    const headers = { ...member.headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect(await requestRaw(server.url, CHECKOUT, { headers })).toMatchObject({ status: 200 })
    const session = [...stripe.account.state.sessions.values()].at(-1)
    expect(session?.client_reference_id).toBe(String(member.id))
    expect(session?.success_url).toBe('http://nagare.example/paysuccess?session_id={CHECKOUT_SESSION_ID}')
  })

  test.each([
    ['GET', '/api/payment/stripe-session?price=gold', 400, 'BAD_PLAN'],
    ['GET', '/api/payment/stripe-session', 400, 'BAD_PLAN'],
    ['GET', `/api/payment/stripe-session?price=pro_yearly&referral=${'x'.repeat(65)}`, 400, 'BAD_REQUEST'],
    ['PUT', '/api/payment/cancel-membership', 409, 'NOTHING_TO_CANCEL'],
    ['PUT', '/api/payment/resume-membership', 409, 'NOTHING_TO_CANCEL'],
    ['GET', '/api/payment/stripe-session?price=pro_yearly&locale=//evil.example', 400, 'BAD_REQUEST'],
    ['POST', '/api/payment/portal', 404, 'NOT_FOUND'],
    ['POST', '/api/payment/portal?locale=fr', 400, 'BAD_REQUEST'],
    ['POST', '/api/payment/sync', 400, 'BAD_REQUEST'],
  ])('who is free is answered %s %s with %i %s', async (method, path, status, code) => {
    const member = await aMember(server.deps)
    const answer = await ask(method, path, member, method === 'POST' ? { session_id: '../x' } : undefined)
    expect([answer.status, (await answer.json()).status]).toEqual([status, code])
    const anonymous = await fetch(server.at(path), { method })
    expect(anonymous.status).toBe(401)
  })
})

describe('a webhook', () => {
  test('is accepted within half a second, byte for byte, once', async () => {
    const payload = anEvent('evt_taken', 'ping', { id: 'x', text: '雨'.repeat(60_000) })
    expect(Buffer.byteLength(payload)).toBeGreaterThan(100_000)
    for (let times = 0; times < 2; times++) {
      const since = performance.now()
      const answer = await send(payload)
      expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
      expect(performance.now() - since).toBeLessThan(500)
    }
    expect((await inbox()).filter(({ id }) => id === 'evt_taken')).toHaveLength(1)
  })

  test.each([
    ['with a wrong secret', 'whsec_of_a_stranger', undefined],
    ['without a signature', SECRET, ''],
  ])('%s is answered 400 and changes nothing', async (_, secret, header) => {
    const before = await inbox()
    const event = anEvent('evt_bad', 'customer.subscription.updated', { id: 'sub_1' })
    const answer = await send(event, secret, header)
    expect([answer.status, (await answer.json()).status]).toEqual([400, 'WEBHOOK_INVALID'])
    expect(await inbox()).toEqual(before)
  })

  test('of a megabyte is answered 413 and changes nothing', async () => {
    const before = await inbox()
    const answer = await send(anEvent('evt_big', 'ping', { id: 'x', text: 'x'.repeat(1024 * 1024) }))
    expect([answer.status, (await answer.json()).status]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(await inbox()).toEqual(before)
  })

  test('that is repeated, late, out of order or lost leaves the member what they paid for', async () => {
    const member = await aMember(server.deps)
    const { session_id } = await checkout(member)
    stripe.control.disturbWebhooks({ kind: 'duplicate', times: 3 })
    stripe.control.disturbWebhooks({ kind: 'reorder', times: 4, ms: 100 })
    stripe.control.disturbWebhooks({ kind: 'drop', times: 2 })
    stripe.control.disturbWebhooks({ kind: 'delay', times: 3, ms: 200 })
    stripe.control.pay(session_id)
    await expect.poll(() => isPro(member), { timeout: 4000 }).toBe(true)
  })
})

describe('while Stripe', () => {
  const STALL = { kind: 'stall', ms: 30_000, times: 20 } as const
  test.each([
    ['resets connections', { kind: 'reset', times: 20 } as const],
    ['fails', { kind: 'status', status: 500, times: 20 } as const],
    ['is asked too much', { kind: 'status', status: 429, times: 20 } as const],
    ['does not answer', STALL],
  ])('%s, checkout says so within 3 s, and everything else goes on', async (_, fault) => {
    const member = await aMember(server.deps)
    stripe.control.fail(fault)
    const since = performance.now()
    const asked = ask('GET', CHECKOUT, member)
    const took = asked.then(() => performance.now() - since)
    await sleep(100)
    for (const path of ['/', '/healthz', '/api/medias/search?q='])
      expect((await fetch(server.at(path))).status, path).toBe(200)
    expect(await membership(member)).toMatchObject({ membership: 'free' })
    expect((await send(anEvent('evt_meanwhile', 'ping', { id: 'x' }))).status).toBe(200)
    expect(performance.now() - since).toBeLessThan(9000)
    const answer = await asked
    expect([answer.status, (await answer.json()).status]).toEqual([503, 'PAYMENT_FAILED'])
    expect(await took).toBeLessThan(4_000)
    stripe.control.clearFaults()
    expect((await ask('GET', CHECKOUT, member)).status).toBe(200)
  })
})

test('no key and no secret of Stripe is ever logged', () => {
  const text = JSON.stringify(server.logged)
  for (const secret of [STRIPE.secretKey, ...STRIPE.webhookSecrets]) expect(text).not.toContain(secret)
})

test('without a key, payment calls answer 503, and webhooks 404', async () => {
  const off = await startTestServer()
  const member = await aMember(off.deps)
  const answer = await fetch(`${off.at('/')}api/payment/stripe-session?price=pro_yearly`, {
    headers: member.headers,
  })
  expect([answer.status, (await answer.json()).status]).toEqual([503, 'PAYMENTS_OFF'])
  const webhook = await fetch(off.at('/api/payment/stripe-webhook'), { method: 'POST', body: '{}' })
  expect(webhook.status).toBe(404)
  await off.close()
})
