import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signIn } from '#server/accounts/session/sessions.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { ROLES, ROUTE_RIGHTS, type Role, type RouteRight } from '../../support/http/route-rights.ts'
import { routesOfSite } from '../../support/http/routes.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { aMember } from '../../support/shop/members.ts'
import { describeEachAddress } from '../../support/storage/storages.ts'

const FILM = randomBytes(2_000_000)
/** Anything that leads to a full film. */
const WAY_TO_A_FILM = /\/media\/full\/\S|[?&]sig=|X-Amz-/

const GIVEN = {
  free: { membership: 'free' },
  pro: { membership: 'pro' },
  early_adopter: { membership: 'early_adopter' },
  admin: { admin: true },
  editor: { role: 'editor' },
} as const

const methodOf = (route: string) => route.split(' ')[0]!

test('every route has its row, and every row its route', () => {
  expect(Object.keys(ROUTE_RIGHTS).toSorted()).toEqual(routesOfSite().toSorted())
})

/** The storage matters only to routes that name films. */
const NAMES_FILMS = /media|download|licen[cs]e|promo|curated|embed/
const inBucket = Object.entries(ROUTE_RIGHTS).filter(([route]) => IN_LONG_TEST || NAMES_FILMS.test(route))

describeEachAddress('rights', (shop, bucketSends) => {
  const ids = new Map<Role, number>()
  let places: Record<string, string>

  beforeAll(async () => {
    const { deps } = shop().server
    const clip = await aClip(deps.db)
    await deps.storage.put(clip.cloudpath, FILM, 'video/mp4')
    for (const role of ROLES) {
      if (role === 'anonymous') continue
      const member = await aMember(deps, GIVEN[role])
      ids.set(role, member.id)
    }
    const holder = await aMember(deps, { membership: 'pro' })
    const signed = await shop().get(`/api/media-sign?filepath=${clip.cloudpath}`, holder.headers)
    const { licence } = await signed.json()
    const maker = { id: holder.id, membership: 'pro' } as const
    const source_ids = [clip.id]
    await createPromotion(deps, maker, { promo_name: 'Spring', source_ids, expires_in_days: 7 })
    await createCollection(deps, maker, { curated_name: 'Rain', source_ids })
    const { id, cloudpath } = clip
    places = { clip: String(id), cloudpath, licence, promo: 'spring', curated: 'rain' }
  })

  /** A new session per request, since some requests end it. */
  async function headersOf(role: Role): Promise<Record<string, string>> {
    const userId = ids.get(role)
    if (userId === undefined) return {}
    const { access_token } = await signIn(shop().server.deps, { userId, userAgent: 'test' })
    return { authorization: `Bearer ${access_token}` }
  }

  const placed = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => places[name]!)

  async function ask(method: string, { path, body }: RouteRight, role: Role) {
    const answer = await fetch(shop().server.at(placed(path)), {
      method,
      headers: await headersOf(role),
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, location: answer.headers.get('location') ?? '', bytes }
  }

  test.each(bucketSends ? inBucket : Object.entries(ROUTE_RIGHTS))(
    '%s answers each as their right is, and shows no way to a film to who may not have it',
    async (route, right) => {
      const { statuses } = right
      const [, free] = typeof statuses === 'number' ? [] : statuses
      const expected = ROLES.map((_, at) =>
        typeof statuses === 'number' ? statuses : (statuses[at] ?? free),
      )
      const got = []
      const seen = new Set<string>()
      for (const role of ROLES) {
        const { status, location, bytes } = await ask(methodOf(route), right, role)
        got.push(status)
        seen.add(bytes.toString('latin1'))
        if ((role !== 'anonymous' && role !== 'free') || right.isGift) continue
        expect(location + bytes.toString('latin1')).not.toMatch(WAY_TO_A_FILM)
        expect(bytes.includes(FILM.subarray(0, 64))).toBe(false)
      }
      expect(got).toEqual(expected)
      if (!route.includes('/api/')) expect(seen.size, 'pages are the same for everybody').toBe(1)
    },
  )

  test('no guess at an address leads a free member to a full film', async () => {
    const { server } = shop()
    const key = places.cloudpath!
    const name = key.split('/')[1]!
    const exp = Math.floor(Date.now() / 1000) + 300
    const signature = `exp=${exp}&as=inline&for=1&kid=AAAAAA&sig=${'A'.repeat(43)}`
    const headers = await headersOf('free')
    const token = headers.authorization!.split(' ')[1]
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
