import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Collection, PlayableMedia, Promotion } from '#contract/sets/sets.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { aClip } from '../../support/database/rows.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { describeEachStorage } from '../../support/storage/storages.ts'

const FILM = randomBytes(1_000_000)

describeEachStorage('sets over HTTP', (shop) => {
  let clips: { id: number; cloudpath: string }[]
  let admin: TestMember
  let pro: TestMember
  let free: TestMember

  beforeAll(async () => {
    const { deps } = shop().server
    clips = []
    for (let made = 0; made < 4; made++) {
      const clip = await aClip(deps.db, { media: { file_name: `clip-${made}.mp4` } })
      await deps.storage.put(clip.cloudpath, FILM, 'video/mp4')
      clips.push(clip)
    }
    admin = await aMember(deps, { admin: true })
    pro = await aMember(deps, { membership: 'pro' })
    free = await aMember(deps)
  })

  // Many tests ask for sets that do not exist.
  beforeEach(() => shop().server.deps.rateLimits.wrongSetNames.forget('127.0.0.1'))

  async function send(method: string, path: string, by: TestMember | undefined, body?: unknown) {
    const answer = await fetch(shop().server.at(path), {
      method,
      headers: by?.headers ?? {},
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: text ? JSON.parse(text) : undefined }
  }

  const idsOf = (...indexes: number[]) => indexes.map((index) => clips[index]!.id)
  const aPromo = (promo_name: string, ...indexes: number[]) =>
    send('POST', '/api/promo', admin, { promo_name, source_ids: idsOf(...indexes) })
  const aCurated = (curated_name: string, ...indexes: number[]) =>
    send('POST', '/api/curated', pro, { curated_name, source_ids: idsOf(...indexes) })
  const signPath = (call: 'promo' | 'curated', set: string, index: number, extra = '') => {
    const { id, cloudpath } = clips[index]!
    return `/api/media-sign-${call}?filepath=${encodeURIComponent(cloudpath)}&${call}=${encodeURIComponent(set)}&source=${id}${extra}`
  }
  const filmAt = async (url: string) => {
    const answer = await shop().get(url)
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('creating a promotion gives 201 with its URL, and anybody can read it', async () => {
    const made = await aPromo('Kyoto Autumn', 2, 0, 2)
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('no-store')
    expect(made.headers.get('location')).toBe('http://nagare.example/promo/kyoto-autumn')
    expect(made.json).toMatchObject({ name: 'Kyoto Autumn', url: 'http://nagare.example/promo/kyoto-autumn' })
    expect(Date.parse(made.json.expiry) - Date.now()).toBeGreaterThan(6.9 * DAY_MS)
    const read = await send('GET', '/api/promo/kyoto-autumn', undefined)
    expect(read.headers.get('cache-control')).toBe('no-store')
    const promotion = Promotion.parse(read.json)
    expect(promotion.sources.map(({ id }) => id)).toEqual(idsOf(2, 0))
    expect((await send('GET', '/api/promo/Kyoto%20Autumn', undefined)).status).toBe(200)
  })

  test.each([
    ['no clips', { promo_name: 'A', source_ids: [] }, 'BAD_CLIPS'],
    ['201 clips', { promo_name: 'A', source_ids: Array.from({ length: 201 }, (_, n) => n + 1) }, 'BAD_CLIPS'],
    ['an unknown clip', { promo_name: 'A', source_ids: [987_654] }, 'BAD_CLIPS'],
    ['a path as name', { promo_name: '../x', source_ids: [1] }, 'BAD_SET_NAME'],
    ['81 letters', { promo_name: 'あ'.repeat(81), source_ids: [1] }, 'BAD_SET_NAME'],
    ['emoji', { promo_name: '🌸', source_ids: [1] }, 'BAD_SET_NAME'],
    ['no name', { source_ids: [1] }, 'BAD_REQUEST'],
    ['clips that are no numbers', { promo_name: 'A', source_ids: ['1', 1.5, -1] }, 'BAD_REQUEST'],
    ['no days', { promo_name: 'A', source_ids: [1], expires_in_days: 0 }, 'BAD_REQUEST'],
    ['91 days', { promo_name: 'A', source_ids: [1], expires_in_days: 91 }, 'BAD_REQUEST'],
  ])('%s is refused with its own code', async (_, body, code) => {
    const answer = await send('POST', '/api/promo', admin, body)
    expect(answer).toMatchObject({ status: 400, json: { status: code } })
    const { promo_name: curated_name, ...rest } = body as { promo_name?: string; source_ids: unknown[] }
    const curated = await send('POST', '/api/curated', pro, { curated_name, ...rest })
    if (!('expires_in_days' in rest)) expect(curated).toMatchObject({ status: 400, json: { status: code } })
  })

  test('unknown clips are named, a taken name is 409, and a Japanese name is welcome', async () => {
    const unknown = await send('POST', '/api/promo', admin, { promo_name: 'A', source_ids: [987_654, 5e9] })
    expect(unknown.json.message).toContain('987654, 5000000000')
    expect((await aPromo('京都の秋', 0)).json.url).toBe(
      `http://nagare.example/promo/${encodeURIComponent('京都の秋')}`,
    )
    expect(await aPromo('京都の秋', 1)).toMatchObject({ status: 409, json: { status: 'SET_NAME_TAKEN' } })
    expect((await send('GET', `/api/promo/${encodeURIComponent('京都の秋')}`, undefined)).status).toBe(200)
  })

  test('a stranger plays a promotion’s film, by link and by player', async () => {
    await aPromo('Play', 0)
    const { json } = await send('GET', signPath('promo', 'play', 0, '&disposition=inline'), undefined)
    expect(Object.keys(json).toSorted()).toEqual(Object.keys(PlayableMedia.shape).toSorted())
    const film = await filmAt(json.url)
    expect(film.headers.get('content-disposition')).toMatch(/^inline/)
    expect(film.bytes.equals(FILM)).toBe(true)
    const { sources } = Promotion.parse((await send('GET', '/api/promo/play', undefined)).json)
    const answer = await shop().get(sources[0]!.media.video_url)
    expect(answer).toMatchObject({ status: 302 })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await filmAt(answer.headers.get('location')!)).bytes.equals(FILM)).toBe(true)
    const refused: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'document' },
    ]
    for (const headers of refused)
      expect((await shop().get(sources[0]!.media.video_url, headers)).status).toBe(403)
  })

  test('saving needs a sign-in, then any member gets film and licence', async () => {
    await aPromo('Save it', 1)
    const path = signPath('promo', 'save-it', 1)
    expect(await send('GET', path, undefined)).toMatchObject({
      status: 401,
      json: { status: 'SIGN_IN_REQUIRED' },
    })
    const { json } = await send('GET', path, free)
    expect(json).toMatchObject({ expires_in: 300, file_name: 'nagare_clip-1.mp4' })
    expect((await filmAt(json.url)).bytes.equals(FILM)).toBe(true)
    const licence = await send('GET', `/api/licences/${json.licence}`, free)
    expect(licence.json).toMatchObject({ via: 'promotion', via_name: 'Save it', plan: 'free' })
  })

  test('file, clip and promotion are verified together', async () => {
    await aPromo('First', 0, 1)
    await aPromo('Second', 2)
    const [a, b] = clips as [{ id: number; cloudpath: string }, { id: number; cloudpath: string }]
    const call = (filepath: string, promo: string, source: number | string) =>
      `/api/media-sign-promo?filepath=${encodeURIComponent(filepath)}&promo=${promo}&source=${source}`
    for (const path of [
      signPath('promo', 'second', 0),
      signPath('promo', 'first', 2),
      signPath('promo', 'none', 0),
      call(a.cloudpath, 'first', b.id),
      call(clips[2]!.cloudpath, 'first', a.id),
      call(`../${a.cloudpath}`, 'first', a.id),
      call(a.cloudpath, '..%2Ffirst', a.id),
      call(a.cloudpath, '%00', a.id),
    ])
      for (const extra of ['', '&disposition=inline'])
        for (const by of [undefined, free, pro, admin])
          expect((await send('GET', path + extra, by)).status, path).toBe(404)
    for (const path of [
      call(a.cloudpath, 'first', 'x'),
      call('', 'first', a.id),
      `/api/media-sign-promo?filepath=${a.cloudpath}&promo=first`,
      `/api/media-sign-promo?filepath=${a.cloudpath}&source=${a.id}`,
      signPath('promo', 'first', 0, '&disposition=both'),
    ])
      expect((await send('GET', path, admin)).status, path).toBe(400)
    expect((await shop().get(`/api/promo/second/${a.id}/video`)).status).toBe(404)
    expect((await shop().get(`/api/promo/none/${a.id}/video`)).status).toBe(404)
  })

  test('everybody sees a curated set, only paid members its full films', async () => {
    expect((await aCurated('Quiet Rain', 3)).status).toBe(201)
    expect(
      (await send('POST', '/api/curated', free, { curated_name: 'X', source_ids: idsOf(3) })).status,
    ).toBe(403)
    Collection.parse((await send('GET', '/api/curated/quiet-rain', undefined)).json)
    for (const extra of ['', '&disposition=inline']) {
      const path = signPath('curated', 'quiet-rain', 3, extra)
      expect((await send('GET', path, undefined)).status).toBe(401)
      expect(await send('GET', path, free)).toMatchObject({
        status: 403,
        json: { status: 'UPGRADE_REQUIRED' },
      })
      const { json } = await send('GET', path, pro)
      expect((await filmAt(json.url)).bytes.equals(FILM)).toBe(true)
      if (!extra) {
        const licence = await send('GET', `/api/licences/${json.licence}`, pro)
        expect(licence.json).toMatchObject({ via: 'collection', via_name: 'Quiet Rain', plan: 'pro' })
      }
    }
  })

  test('a description may have the tabs of a pasted table', async () => {
    const description = 'Day 1\tKyoto\nDay 2\tNara'
    const source_ids = idsOf(0)
    await send('POST', '/api/curated', pro, { curated_name: 'Pasted', source_ids, description })
    expect((await send('GET', '/api/curated/pasted', undefined)).json).toMatchObject({ description })
  })

  test.each([
    ['a bidi override', 'safe\u202Egnp.exe'],
    ['a control character', 'a\u0007b'],
    ['501 letters', 'あ'.repeat(501)],
  ])('%s is refused in a description', async (_, description) => {
    const source_ids = idsOf(0)
    const made = await send('POST', '/api/curated', pro, { curated_name: 'Told', source_ids, description })
    expect(made).toMatchObject({ status: 400, json: { status: 'BAD_REQUEST' } })
    expect((await send('PUT', '/api/curated/told', pro, { description })).status).toBe(400)
  })

  test('the admin changes a promotion, and deletes it with its figures instead of ending it', async () => {
    await aPromo('Deleted', 0)
    const change = { promo_name: 'Renamed', source_ids: idsOf(1, 0) }
    expect((await send('PUT', '/api/promo/deleted', pro, change)).status).toBe(403)
    expect((await send('PUT', '/api/promo/deleted', admin, change)).json).toMatchObject({
      name: 'Renamed',
      url: 'http://nagare.example/promo/deleted',
      expiry: expect.any(String),
    })
    expect((await send('DELETE', '/api/promo/deleted?figures=keep', admin)).status).toBe(400)
    expect((await send('DELETE', '/api/promo/deleted?figures=delete', pro)).status).toBe(403)
    expect((await send('DELETE', '/api/promo/deleted?figures=delete', admin)).status).toBe(204)
    expect((await send('GET', '/api/promo/deleted', undefined)).status).toBe(404)
  })

  test('when the clock passes the expiry every route says that it has ended, to everybody', async () => {
    const { server, shiftClock } = shop()
    await aPromo('Last call', 0)
    const link = (await send('GET', signPath('promo', 'last-call', 0), free)).json.url
    const routes: [string, string, unknown?][] = [
      ['GET', '/api/promo/last-call'],
      ['GET', `/api/promo/last-call/${clips[0]!.id}/video`],
      ['POST', '/api/promo/last-call/view'],
      ['GET', signPath('promo', 'last-call', 0)],
      ['GET', signPath('promo', 'last-call', 0, '&disposition=inline')],
    ]
    for (const [method, path] of routes)
      expect((await requestRaw(server.url, path, { method, headers: free.headers })).status).toBeLessThan(400)
    shiftClock(7 * DAY_MS)
    const { access_token } = await aMember(server.deps)
    const late = { authorization: `Bearer ${access_token}` }
    for (const [method, path] of routes)
      for (const headers of [{}, late]) {
        const answer = await requestRaw(server.url, path, { method, headers })
        expect([answer.status, JSON.parse(answer.body).status], path).toEqual([410, 'PROMOTION_ENDED'])
      }
    if (!shop().bucketSends) expect((await filmAt(link)).status).toBe(403)
    shiftClock(0)
  })

  test('a link ends with the promotion, when that is sooner than five minutes', async () => {
    const { server, shiftClock } = shop()
    const { expiry } = (await aPromo('Nearly over', 0)).json
    shiftClock(Date.parse(expiry) - Date.now() - 4_500)
    const viewer = await aMember(server.deps)
    const { json } = await send('GET', signPath('promo', 'nearly-over', 0), viewer)
    const inline = await send('GET', signPath('promo', 'nearly-over', 0, '&disposition=inline'), undefined)
    for (const signed of [json, inline.json]) {
      expect(signed.expires_in).toBeLessThanOrEqual(4)
      expect(signed.expires_in).toBeGreaterThanOrEqual(1)
      const seconds = /(?:exp|X-Amz-Expires)=(\d+)/.exec(signed.url)![1]
      if (!shop().bucketSends) expect(Number(seconds) * 1000).toBeLessThanOrEqual(Date.parse(expiry))
      else expect(Number(seconds)).toBe(signed.expires_in)
    }
    shiftClock(0)
  })
})
