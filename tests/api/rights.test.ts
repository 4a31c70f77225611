import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allCalls, type CallName } from '#contract/all-calls.ts'
import type { Caller } from '#contract/call.ts'
import { errorStatusText } from '#contract/error-messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/people/key-scopes.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { newAccessToken } from '#server/accounts/session/tokens.ts'
import type { Database } from '#server/db/schema.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip } from '../support/database/rows.ts'
import { anAddress, askServer } from '../support/http/ask.ts'
import { requestRaw } from '../support/http/raw-http.ts'
import { exampleOf, type Places, requestsOfSite } from '../support/http/routes.ts'
import { IN_LONG_TEST } from '../support/runs.ts'
import { aKey } from '../support/shop/keys.ts'
import { aMember } from '../support/shop/members.ts'
import { describeEachAddress } from '../support/storage/storages.ts'

const MINUTE_MS = 60_000
const FILM = randomBytes(2_000_000)
/** Anything that leads to a full film. */
const WAY_TO_A_FILM = /\/media\/(?:full|made)\/\S|[?&]sig=|X-Amz-/

type Right = Exclude<Caller, 'anyone'>

interface Kind {
  may: readonly Right[]
  /** As `aMember` takes it; nobody without. */
  account?: Parameters<typeof aMember>[1]
  subscription?: Partial<Subscription>
  token?: 'none' | 'forged' | 'expired' | 'signed out'
  /** The session's last proof is eleven minutes old. */
  isProofOld?: true
  /** A program of theirs, with a key of this scope. */
  scope?: KeyScope
}

type Subscription = Omit<
  Insertable<Database['subscriptions']>,
  'id' | 'customer_id' | 'user_id' | 'created' | 'synced_at'
>

const SUBSCRIPTION: Subscription = {
  ...{ status: 'active', plan: 'pro_monthly', current_period_end: inDays(20), cancel_at: null },
  ...{ cancel_at_period_end: 0, past_due_since: null, ended_at: null },
  ...{ renewal_notice_for: null, amount: 2900, currency: 'usd', end_reason: null, end_handled_at: null },
}

/** Every kind of caller, and which of the contract's rights it has. */
const KINDS: Record<string, Kind> = {
  'without a token': { may: [], token: 'none' },
  'with a forged token': { may: [], token: 'forged' },
  'with an expired token': { may: [], token: 'expired', account: { membership: 'pro' } },
  'signed out': { may: [], token: 'signed out', account: { membership: 'pro' } },
  'a free member': { may: ['member'], account: {} },
  'past due for eight days': {
    may: ['member'],
    account: {},
    subscription: { status: 'past_due', past_due_since: inDays(-8) },
  },
  'no longer subscribed': {
    may: ['member'],
    account: {},
    subscription: { status: 'canceled', ended_at: inDays(-1) },
  },
  'an editor': { may: ['member', 'editor'], account: { role: 'editor' } },
  'a member by grant': { may: ['member', 'paid'], account: { membership: 'pro' } },
  'an early tester': { may: ['member', 'paid'], account: { membership: 'early_adopter' } },
  'a subscriber': { may: ['member', 'paid'], account: {}, subscription: {} },
  'past due for a day': {
    may: ['member', 'paid'],
    account: {},
    subscription: { status: 'past_due', past_due_since: inDays(-1) },
  },
  'cancelled, until the end of the period': {
    may: ['member', 'paid'],
    account: {},
    subscription: { cancel_at_period_end: 1 },
  },
  'an admin': { may: ['member', 'paid', 'editor', 'admin'], account: { admin: true } },
  'an admin with an old proof': {
    may: ['member', 'paid', 'editor', 'admin'],
    account: { admin: true },
    isProofOld: true,
  },
}

/** Each of them that has an account, by a key of each scope; `npm test` has one of each membership and role. */
const KEYS: [string, Kind][] = Object.entries(KINDS)
  .filter(([, { may, isProofOld }]) => may.length > 0 && !isProofOld)
  .filter(([, { subscription }]) => IN_LONG_TEST || !subscription)
  .flatMap(([who, kind]) =>
    KEY_SCOPES.map((scope): [string, Kind] => [`${who}’s key to ${scope}`, { ...kind, scope }]),
  )

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * MINUTE_MS).toISOString()
}

/** More may make these calls; what they do asks for a further right. Editors delete only by a setting. */
const BY_THEMSELVES: Partial<Record<CallName, Right>> = {
  ...{ playClip: 'paid', signPromotionMedia: 'member', deleteClip: 'admin' },
}
/** A live promotion gives everybody its films. */
const GIFTS: readonly CallName[] = ['playFromPromotion', 'signPromotionMedia']
/** They take a password or a refresh token. */
const OTHERWISE: readonly CallName[] = ['login', 'refresh']
/** Ends a granted membership, so nothing after it may need one. */
const LAST: CallName = 'cancelMembership'
/** The storage matters only to calls that name films. */
const NAMES_FILMS = /media|download|licen[cs]e|promo|curated|embed/
/** They try each call; in `npm test` the others try those that name films, or that give one to a key, and one of each demand. */
const ALL_CALLS = /^(?:without a token|a free member|an editor|a subscriber|an admin)$/

const CALLS = allCalls
  .filter(([name]) => !OTHERWISE.includes(name))
  .toSorted(([a], [b]) => Number(a === LAST) - Number(b === LAST))
const REFUSALS: ErrorCode[] = [
  ...(['signInRequired', 'tokenInvalid', 'upgradeRequired', 'forbidden'] as const),
  ...(['proofRequired', 'fullProofRequired', 'factorRequired', 'factorMissing', 'scopeMissing'] as const),
]

/** How a call is refused; undefined if it is not. */
function refusal(name: CallName, kind: Kind): ErrorCode | undefined {
  const { may, proof, scope } = CALLS.find(([each]) => each === name)![1]
  const isInert = kind.scope === 'manage' && !kind.may.includes('editor')
  if (kind.scope && (kind.scope !== scope || isInert)) return 'scopeMissing'
  // The shop keeps its admin.
  if (name === 'deleteAccount' && kind.may.includes('admin')) return 'forbidden'
  const right = BY_THEMSELVES[name] ?? may
  if (right === 'anyone') return undefined
  if (kind.may.length === 0) return kind.token === 'none' ? 'signInRequired' : 'tokenInvalid'
  if (!kind.may.includes(right)) return right === 'paid' ? 'upgradeRequired' : 'forbidden'
  if (!kind.isProofOld || typeof proof !== 'string') return undefined
  return proof === 'full' ? 'fullProofRequired' : 'proofRequired'
}

test('every request has a body that the call takes', () => {
  const places = { clip: '1', cloudpath: 'full/1.mp4', licence: 'none', promo: 'none', curated: 'none' }
  const refused = allCalls.filter(([name, { body }]) => body?.safeParse(exampleOf(name, places).body).error)
  expect(refused.map(([name]) => name)).toEqual([])
})

describeEachAddress('rights', (shop, bucketSends) => {
  let places: Places

  beforeAll(async () => {
    const { deps } = shop().server
    const clip = await aClip(deps.db)
    await deps.storage.put(clip.cloudpath, FILM, 'video/mp4')
    await aMember(deps, { admin: true })
    const holder = await aMember(deps, { membership: 'pro' })
    const signed = await shop().get(`/api/media-sign?filepath=${clip.cloudpath}`, holder.headers)
    const { licence } = await signed.json()
    const maker = { id: holder.id, membership: 'pro' } as const
    const source_ids = [clip.id]
    await createPromotion(deps, maker, { promo_name: 'Spring', source_ids, expires_in_days: 7 })
    await createCollection(deps, maker, { curated_name: 'Rain', source_ids })
    places = { clip: String(clip.id), cloudpath: clip.cloudpath, licence, promo: 'spring', curated: 'rain' }
  })

  /** Headers of a new session each time, since some calls end it. */
  async function sessionsOf({ token, account, subscription, isProofOld, scope }: Kind) {
    const { deps } = shop().server
    if (token === 'none') return async () => ({})
    if (token === 'forged') return async () => ({ authorization: `Bearer ${newAccessToken()}` })
    const userId = account?.admin ? 1 : (await aMember(deps, account)).id
    if (subscription) await subscribe(userId, subscription)
    if (scope) {
      const { headers } = await aKey(deps, { userId, scopes: [scope] })
      return async () => headers
    }
    const minutes = token === 'expired' ? 16 : isProofOld ? 11 : 0
    const then = { ...deps, now: () => new Date(Date.now() - minutes * MINUTE_MS) }
    return async () => {
      const { access_token, refresh_token } = await signIn(then, { userId, userAgent: 'test' })
      if (token === 'signed out')
        await askServer(shop().server, 'POST', '/api/users/logout', { body: { refresh_token } })
      return { authorization: `Bearer ${access_token}` }
    }
  }

  async function subscribe(userId: number, subscription: Partial<Subscription>): Promise<void> {
    const { db } = shop().server.deps
    const [customer_id, at] = [`cus_${userId}`, inDays(-40)]
    await db
      .insertInto('stripe_customers')
      .values({ id: customer_id, user_id: userId, created: at })
      .execute()
    await db
      .insertInto('subscriptions')
      .values({
        id: `sub_${userId}`,
        customer_id,
        user_id: userId,
        created: at,
        synced_at: at,
        ...SUBSCRIPTION,
        ...subscription,
      })
      .execute()
  }

  async function ask({ method, path, body }: ReturnType<typeof exampleOf>, headers: Record<string, string>) {
    const answer = await fetch(shop().server.at(path), {
      method,
      headers: { 'x-forwarded-for': anAddress(), ...headers },
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, location: answer.headers.get('location') ?? '', bytes }
  }

  function callsOf(who: string, isKey: boolean): typeof CALLS {
    if (IN_LONG_TEST || (!bucketSends && ALL_CALLS.test(who))) return CALLS
    const demand = ([name, { may, proof, scope }]: (typeof CALLS)[number]) =>
      [BY_THEMSELVES[name] ?? may, typeof proof === 'string' && proof, scope].join()
    const firsts = new Map(CALLS.toReversed().map((call) => [demand(call), call[0]]))
    return CALLS.filter((call) => {
      const [name, { path, scope }] = call
      if (isKey ? scope === 'download' : NAMES_FILMS.test(path)) return true
      return !bucketSends && firsts.get(demand(call)) === name
    })
  }

  const kinds = Object.entries(KINDS)
  // Where films lie has nothing to do with who is who.
  const asked =
    bucketSends && !IN_LONG_TEST ? kinds.filter(([who]) => ALL_CALLS.test(who)) : [...kinds, ...KEYS]
  test.each(asked)(
    '%s may make the calls of the contract, no more and no less',
    { timeout: 120_000 },
    async (who, kind) => {
      const called = callsOf(who, kind.scope !== undefined)
      const sessionOf = await sessionsOf(kind)
      const got: string[] = []
      for (const [name] of called) {
        const { status, location, bytes } = await ask(exampleOf(name, places), await sessionOf())
        const text = bytes.toString('latin1')
        // The document of the API has all codes in its examples.
        const code =
          status < 400
            ? undefined
            : REFUSALS.find((each) => text.includes(`"status":"${errorStatusText(each)}"`))
        // Nothing is sold here.
        const isIn = (status < 500 && status !== 429) || text.includes('PAYMENTS_OFF')
        got.push(`${name}: ${code ?? (isIn ? 'let in' : status)}`)
        const mayTake = !kind.scope || kind.scope === 'download'
        // Its examples show what links look like.
        if (name === 'apiDocument') continue
        if (mayTake && (kind.may.includes('paid') || GIFTS.includes(name))) continue
        expect(location + text, name).not.toMatch(WAY_TO_A_FILM)
        expect(bytes.includes(FILM.subarray(0, 64)), name).toBe(false)
      }
      expect(got).toEqual(called.map(([name]) => `${name}: ${refusal(name, kind) ?? 'let in'}`))
    },
  )

  describe.skipIf(bucketSends)('pages', () => {
    test('are the same for everybody, and show no way to a film', { timeout: 120_000 }, async () => {
      const { headers } = await aMember(shop().server.deps, { membership: 'pro' })
      const admin = await (await sessionsOf(KINDS['an admin']!))()
      const statuses: Record<string, number> = {}
      for (const [route, request] of requestsOfSite(places)) {
        if (route.includes(' /api/')) continue
        const [first, ...others] = [
          await ask(request, {}),
          await ask(request, headers),
          await ask(request, admin),
        ]
        for (const other of others) expect(other, route).toEqual(first)
        expect(first!.location + first!.bytes.toString('latin1'), route).not.toMatch(WAY_TO_A_FILM)
        if (first!.status !== 200) statuses[route] = first!.status
      }
      expect(statuses).toEqual({
        ...{ 'GET /s': 303, 'GET /ja/s': 303 },
        ...{ 'GET /admin/sets': 308, 'GET /ja/admin/sets': 308 },
        // Nobody's clips.
        ...{ 'GET /by/[name]': 404, 'GET /ja/by/[name]': 404 },
        // Without an icon of the shop's own.
        ...{ 'GET /site.webmanifest': 404 },
        // No version of that day.
        ...{ 'GET /terms/[day]': 404, 'GET /ja/terms/[day]': 404 },
        ...{ 'GET /privacy/[day]': 404, 'GET /ja/privacy/[day]': 404 },
        // Without pages of the shop's own.
        ...{ 'GET /pages/[address]': 404, 'GET /ja/pages/[address]': 404 },
        // Without a seller.
        ...{ 'GET /commerce': 404, 'GET /ja/commerce': 404 },
        // There is an admin.
        ...{ 'GET /setup': 404, 'GET /ja/setup': 404 },
      })
    })
  })

  test('no guess at an address leads a free member to a full film', async () => {
    const { server } = shop()
    const key = places.cloudpath
    const name = key.split('/')[1]!
    const exp = Math.floor(Date.now() / 1000) + 300
    const signature = `exp=${exp}&as=inline&for=1&kid=AAAAAA&sig=${'A'.repeat(43)}`
    const { headers } = await aMember(server.deps)
    const token = headers.authorization.split(' ')[1]
    const guesses = [
      `/media/${key}`,
      `/media/${key}?token=${token}`,
      `/media/${key}?${signature}`,
      `/media/${key}?X-Amz-Signature=${'0'.repeat(64)}&X-Amz-Expires=300`,
      `/media/full%2F${name}`,
      `/media/%66ull/${name}`,
      `/media/FULL/${name}`,
      `/media//full/${name}`,
      `//media/${key}`,
      `/media/watermarked/../full/${name}`,
      `/media/watermarked/%2e%2e/full/${name}`,
      `/media/poster/..%2ffull/${name}`,
      `/media/watermarked/${name}`,
      `/media/preview/${name}`,
      `/media/${key}/`,
      `/media/${key}%00.jpg`,
      `/${key}`,
      `/_astro/../media/${key}`,
      `/api/media/${key}`,
      `/api/media-sign?filepath=${key}&filepath=${key}`,
      `/api//media-sign?filepath=${key}`,
      `/API/media-sign?filepath=${key}`,
      `/api/media-sign/?filepath=${key}`,
      `/api/media-sign?filepath=${encodeURIComponent(`../${key}`)}`,
      `/api/medias/${places.clip}/video?token=${token}`,
      `/api/medias/${places.clip}/video/?token=${token}`,
      `/api/medias/${places.clip}%2Fvideo?token=${token}`,
      `/api/medias/0${places.clip}/video?token=${token}`,
      `http://nagare.example/media/${key}`,
    ]
    for (const guess of guesses)
      for (const method of ['GET', 'HEAD', 'POST'])
        for (const asked of [{}, headers, { ...headers, range: 'bytes=0-' }]) {
          const answer = await requestRaw(server.url, guess, { method, headers: asked })
          expect(answer.status, `${method} ${guess}`).toBeGreaterThanOrEqual(300)
          expect(answer.headers.location ?? '', guess).not.toMatch(WAY_TO_A_FILM)
          expect(answer.body, guess).not.toContain(FILM.toString('latin1', 0, 64))
        }
  })
})
