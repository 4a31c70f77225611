import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { describeEachStorage } from '../../support/storage/storages.ts'

const FILM = randomBytes(3_000_000)

/** Reads ten bytes of a film. Returns the status and the local port. */
async function requestOver(agent: Agent, url: URL): Promise<{ status?: number; port?: number }> {
  const request = get(url, { agent, headers: { range: 'bytes=0-9' } })
  const [answer]: IncomingMessage[] = (await once(request, 'response')) as [IncomingMessage]
  const port = request.socket?.localPort
  answer?.resume()
  await once(answer!, 'end')
  return { status: answer?.statusCode, port }
}

describeEachStorage('full films', (shop) => {
  let clip: { id: number; cloudpath: string }
  let pro: TestMember
  let free: TestMember

  beforeAll(async () => {
    const { deps } = shop().server
    clip = await aClip(deps.db, { media: { file_name: '鳥居.mp4' } })
    await deps.storage.put(clip.cloudpath, FILM, 'video/mp4')
    pro = await aMember(deps, { membership: 'pro' })
    free = await aMember(deps)
  })

  const video = () => `/api/medias/${clip.id}/video`
  const withToken = ({ access_token }: TestMember) => `${video()}?token=${access_token}`
  /** Moves the clock of this process, bucket included, past the end of all links. */
  function endLinks(): void {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
  }
  const signPath = () => `/api/media-sign?filepath=${encodeURIComponent(clip.cloudpath)}`

  test('a member plays by token, which stays on our host', async () => {
    const answer = await shop().get(withToken(pro))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const location = answer.headers.get('location')!
    expect(location).not.toContain(pro.access_token)
    const film = await shop().get(location)
    expect(film.headers.get('content-type')).toBe('video/mp4')
    expect(film.headers.get('content-disposition')).toBe('inline')
    expect(film.headers.get('cache-control')).toBe('private, no-store')
    expect(Buffer.from(await film.arrayBuffer()).equals(FILM)).toBe(true)
  })

  test('the page’s policy allows the film’s origin', async () => {
    const { origin } = new URL(
      (await shop().get(withToken(pro))).headers.get('location')!,
      'http://nagare.example',
    )
    const policy = (await shop().get(`/m/${clip.id}`)).headers.get('content-security-policy')!
    const mediaSources = /media-src ([^;]*)/.exec(policy)![1]!.split(' ')
    expect(mediaSources).toContain(origin === 'http://nagare.example' ? "'self'" : origin)
  })

  test('ranges work, so that players can seek and loop', async () => {
    const location = (await shop().get(withToken(pro))).headers.get('location')!
    const part = await shop().get(location, { range: 'bytes=1000000-' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 1000000-2999999/3000000')
    expect(Buffer.from(await part.arrayBuffer()).equals(FILM.subarray(1_000_000))).toBe(true)
  })

  test('a bearer alone plays too, HEAD as well as GET', async () => {
    expect((await shop().get(video(), pro.headers)).status).toBe(302)
    const head = await requestRaw(shop().server.url, withToken(pro), { method: 'HEAD' })
    expect(head).toMatchObject({ status: 302, body: '' })
    expect(head.headers.location).toBeTruthy()
  })

  test.each([
    ['nobody', () => ({}), '', 401, 'SIGN_IN_REQUIRED'],
    ['a free member by bearer', () => free.headers, '', 403, 'UPGRADE_REQUIRED'],
    ['a free member by token', () => ({}), () => `?token=${free.access_token}`, 403, 'UPGRADE_REQUIRED'],
    ['an unknown token', () => ({}), '?token=nga_unknown', 401, 'TOKEN_INVALID'],
    ['an empty token', () => ({}), '?token=', 401, 'TOKEN_INVALID'],
    ['token and header at once', () => pro.headers, () => `?token=${pro.access_token}`, 400, 'BAD_REQUEST'],
    [
      'another site',
      () => ({ 'sec-fetch-site': 'cross-site' }),
      () => `?token=${pro.access_token}`,
      403,
      'CROSS_SITE',
    ],
    [
      'a page of its own',
      () => ({ 'sec-fetch-dest': 'document' }),
      () => `?token=${pro.access_token}`,
      403,
      'FORBIDDEN',
    ],
    ['a frame', () => ({ 'sec-fetch-dest': 'iframe' }), () => `?token=${pro.access_token}`, 403, 'FORBIDDEN'],
  ] as const)('%s does not play', async (_, headers, query, status, code) => {
    const path = video() + (typeof query === 'string' ? query : query())
    const answer = await shop().get(path, headers())
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ status: code })
  })

  test('a missing clip cannot be played, and only GET and HEAD are allowed', async () => {
    const { server, get } = shop()
    expect((await get('/api/medias/987654/video', pro.headers)).status).toBe(404)
    const posted = await requestRaw(server.url, withToken(pro), { method: 'POST' })
    expect(posted.status).toBe(405)
    expect(posted.headers.allow).toBe('GET, HEAD')
  })

  test.each(['/api/media-sign?filepath=x', '/api/user', '/api/users/medias/likes', '/api/user/downloads'])(
    'a token in the address of %s is not looked at',
    async (path) => {
      const answer = await shop().get(`${path}${path.includes('?') ? '&' : '?'}token=${pro.access_token}`)
      expect(await answer.json()).toMatchObject({ status: 'SIGN_IN_REQUIRED' })
    },
  )

  test('a member downloads under the product’s name', async () => {
    const signed = await (await shop().get(signPath(), pro.headers)).json()
    expect(signed).toMatchObject({ expires_in: 300, file_name: 'nagare_鳥居.mp4', size: 5_000_000 })
    const film = await shop().get(signed.url)
    expect(film.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''nagare_${encodeURIComponent('鳥居')}.mp4`,
    )
    expect(Buffer.from(await film.arrayBuffer()).equals(FILM)).toBe(true)
    const licence = await shop().get(`/api/licences/${signed.licence}`, pro.headers)
    expect(await licence.json()).toMatchObject({ id: signed.licence, plan: 'pro', clip_id: clip.id })
  })

  test.each([
    ['nobody', () => ({}), 401, 'SIGN_IN_REQUIRED'],
    ['a free member', () => free.headers, 403, 'UPGRADE_REQUIRED'],
  ] as const)('%s does not download', async (_, headers, status, code) => {
    const answer = await shop().get(signPath(), headers())
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ status: code })
  })

  test.each(['', '..%2F..%2Fetc%2Fpasswd', 'watermarked%2Fx.mp4', '%00', 'full%2Fnone.mp4'])(
    'no clip has the file path %s',
    async (filepath) => {
      const answer = await shop().get(`/api/media-sign?filepath=${filepath}`, pro.headers)
      expect(answer.status).toBe(filepath ? 404 : 400)
    },
  )

  test('a former member gets no new link, and the old one ends after five minutes', async () => {
    const { server, get } = shop()
    const member = await aMember(server.deps, { membership: 'pro' })
    const location = (await get(withToken(member))).headers.get('location')!
    expect((await get(location, { range: 'bytes=0-9' })).status).toBe(206)
    await server.deps.db
      .updateTable('users')
      .set({ granted_membership: null })
      .where('id', '=', member.id)
      .execute()
    expect((await get(withToken(member))).status).toBe(403)
    expect((await get(signPath(), member.headers)).status).toBe(403)
    endLinks()
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
      const late = await get(location, { range })
      expect(late.status).toBe(403)
      expect(Buffer.from(await late.arrayBuffer()).includes(FILM.subarray(0, 16))).toBe(false)
    }
  })

  test('after the link has ended an open connection gets no more than a new one', async () => {
    const { server, get } = shop()
    const location = new URL((await get(withToken(pro))).headers.get('location')!, server.url)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const first = await requestOver(agent, location)
    endLinks()
    const late = await requestOver(agent, location)
    expect([first.status, late.status]).toEqual([206, 403])
    expect(late.port).toBe(first.port)
    agent.destroy()
  })

  test('a link is for one clip, one purpose and reading', async () => {
    const { server, get } = shop()
    const other = await aClip(server.deps.db)
    await server.deps.storage.put(other.cloudpath, FILM, 'video/mp4')
    const location = (await get(withToken(pro))).headers.get('location')!
    const name = (path: string) => path.split('/').at(-1)!
    const changed = [
      location.replace(name(clip.cloudpath), name(other.cloudpath)),
      location.replace('inline', 'attachment'),
      location.replace(/(exp|X-Amz-Expires)=(\d+)/, (_, key, value) => `${key}=${Number(value) + 1}`),
      location.replace(/(sig|X-Amz-Signature)=(.)/, (_, key, first) => `${key}=${first === 'a' ? 'b' : 'a'}`),
    ]
    // The test bucket does not check signatures; S3 does.
    if (!shop().bucketSends) {
      for (const url of changed) expect((await get(url)).status).toBe(403)
      expect((await requestRaw(server.url, location, { method: 'PUT' })).status).toBe(405)
    }
    expect((await get(location)).status).toBe(200)
  })

  test('nothing of a token or a signature is logged', async () => {
    const { server, get } = shop()
    const signed = await (await get(signPath(), pro.headers)).json()
    await get(signed.url)
    await get(withToken(pro))
    const signature = /(?:sig|X-Amz-Signature)=([^&]+)/.exec(signed.url)![1]!
    const lines = JSON.stringify(server.logged)
    expect(lines).toContain(video())
    expect(lines).not.toContain(pro.access_token)
    expect(lines).not.toContain(signature)
  })
})
