import { randomBytes } from 'node:crypto'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findLine } from '#server/uploads/upload-lines.ts'
import { startServer } from '../../../src/server.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { sha256Of, tusClient } from '../../support/studio/tus.ts'

let server: TestServer
let editor: TestMember
let tus: ReturnType<typeof tusClient>

beforeAll(async () => {
  const env = { UPLOAD_MAX_BYTES: '40 MB', UPLOAD_TOTAL_BYTES: '60 MB' }
  server = await startTestServer({
    env,
    limits: { requestTimeout: 1_000, headersTimeout: 1_000, checkInterval: 100, heartbeat: 500 },
  })
  editor = await anEditor()
  tus = tusClient(server, editor.headers)
})
afterAll(() => server.close())

async function anEditor(): Promise<TestMember> {
  const member = await aMember(server.deps)
  await server.deps.db.updateTable('users').set({ role: 'editor' }).where('id', '=', member.id).execute()
  return member
}

const api = (method: string, path: string, headers: Record<string, string> = editor.headers) =>
  fetch(server.at(`/api/studio/${path}`), { method, headers })

/** Not by a call, which this server cuts off after a second. */
const lineOf = (id: string) => findLine(server.deps.db, id)
const jobsOf = async (id: string) => {
  const jobs = await server.deps.db.selectFrom('jobs').select('unique_key').execute()
  return jobs.filter(({ unique_key }) => unique_key === `ingest:${id}`).length
}

test('an upload that is cut twenty times arrives byte for byte', async () => {
  const film = randomBytes(3_000_000)
  const id = await tus.create(film.length, {
    filename: '滝 fall.mp4',
    folder: 'trip/日本',
    sha256: sha256Of(film),
  })
  for (let cut = 0; cut < 20; cut++) {
    const offset = await tus.offset(id)
    await tus.cut(id, offset, film.subarray(offset), 1 + Math.floor(Math.random() * 100_000))
  }
  const offset = await tus.offset(id)
  expect(offset).toBeGreaterThan(0)
  expect((await tus.patch(id, offset, film.subarray(offset))).status).toBe(204)
  const stored = await readFile(join(server.config.dataDir, 'uploads', id))
  expect(sha256Of(stored)).toBe(sha256Of(film))
  expect(await lineOf(id)).toMatchObject({
    ...{
      file_name: '滝 fall.mp4',
      folder: 'trip/日本',
      kind: 'video',
      state: 'waiting',
      received: film.length,
    },
    user: { id: editor.id, name: editor.name },
  })
  expect(await jobsOf(id)).toBe(1)
})

test('another process continues a stopped one’s upload, and received bytes are kept', async () => {
  const film = randomBytes(2_000_000)
  const id = await tus.create(film.length, { filename: 'a.mp4' })
  const other = await startServer({ config: server.config, deps: server.deps, jobs: [] })
  const there = tusClient(other, editor.headers)
  const rest = film.subarray(300_000)
  expect((await tus.patch(id, 0, film.subarray(0, 300_000))).status).toBe(204)
  const cut = there.cut(id, 300_000, rest, 500_000, 60_000)
  await vi.waitFor(async () => expect((await lineOf(id)).received).toBeGreaterThan(300_000), {
    timeout: 5_000,
  })
  const closing = performance.now()
  await other.close()
  expect(performance.now() - closing).toBeLessThan(5_000)
  await cut
  const offset = await tus.offset(id)
  expect(offset).toBeGreaterThan(300_000)
  expect((await tus.patch(id, offset, film.subarray(offset))).status).toBe(204)
  expect(sha256Of(await readFile(join(server.config.dataDir, 'uploads', id)))).toBe(sha256Of(film))
})

test('a full disk is reported before and during an upload, and received bytes are kept', async () => {
  const huge = await startTestServer({ env: { UPLOAD_MAX_BYTES: '900 TB', UPLOAD_TOTAL_BYTES: '999 TB' } })
  const { headers } = await aMember(huge.deps, { admin: true })
  const client = tusClient(huge, headers)
  const refused = await client.post(800e12, { filename: 'a.mp4' })
  expect([refused.status, (await refused.json()).status]).toEqual([507, 'STORAGE_FULL'])
  const id = await client.create(1000, { filename: 'a.mp4' })
  const path = join(huge.config.dataDir, 'uploads', id)
  await mkdir(dirname(path), { recursive: true })
  await symlink('/dev/full', path)
  const answer = await client.patch(id, 0, randomBytes(1000))
  expect([answer.status, (await answer.json()).status]).toEqual([507, 'STORAGE_FULL'])
  expect((await fetch(huge.at('/readyz'))).status).toBe(503)
  expect(await client.offset(id)).toBe(0)
  await huge.close()
})

test('a server that stops tells a request that waits for its turn to come again', async () => {
  const film = randomBytes(2000)
  const id = await tus.create(film.length, { filename: 'a.mp4' })
  await server.deps.db.updateTable('uploads').set({ lease: 7, received: 2000 }).where('id', '=', id).execute()
  const other = await startServer({ config: server.config, deps: server.deps, jobs: [] })
  const waiting = tusClient(other, editor.headers).head(id)
  const asked = async () => {
    const row = await server.deps.db
      .selectFrom('uploads')
      .select('lease_asked')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.lease_asked
  }
  await vi.waitFor(async () => expect(await asked()).toBe(1))
  await other.close()
  expect((await waiting).status).toBe(503)
})

test('an upload’s body may take longer than other requests', async () => {
  const film = randomBytes(40_000)
  const id = await tus.create(film.length, { filename: 'slow.mp4' })
  const slow = new ReadableStream({
    async pull(controller) {
      for (let at = 0; at < film.length; at += 10_000) {
        controller.enqueue(film.subarray(at, at + 10_000))
        await new Promise((resolve) => setTimeout(resolve, 450))
      }
      controller.close()
    },
  })
  const headers = {
    ...editor.headers,
    ...{ 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  }
  const options = { method: 'PATCH', headers, body: slow, duplex: 'half' } as RequestInit
  expect((await fetch(server.at(`/api/studio/uploads/${id}`), options)).status).toBe(204)
})

test('only the admin and editors upload, never from another site', async () => {
  const member = tusClient(server, (await aMember(server.deps, { membership: 'pro' })).headers)
  const other = tusClient(server, (await anEditor()).headers)
  const film = { filename: 'a.mp4' }
  expect((await tusClient(server, {}).post(9, film)).status).toBe(401)
  expect((await member.post(9, film)).status).toBe(403)
  expect((await tus.post(9, film, { origin: 'https://evil.example' })).status).toBe(403)
  const id = await tus.create(9, film)
  expect((await other.head(id)).status).toBe(404)
  expect((await other.patch(id, 0, Buffer.alloc(9))).status).toBe(404)
  expect((await tusClient(server, {}).patch(id, 0, Buffer.alloc(9))).status).toBe(401)
})

test('an upload’s URL is on the site’s host, whatever the request says', async () => {
  const answer = await tus.post(9, { filename: 'a.mp4' }, { 'x-forwarded-host': 'evil.example' })
  expect(answer.headers.get('location')).toMatch(
    /^http:\/\/nagare\.example\/api\/studio\/uploads\/[0-9a-f]{32}$/,
  )
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['a kind that is not taken', 9, { filename: 'a.exe' }, 415, 'KIND_NOT_TAKEN'],
  ['a file that is too large', 41e6, { filename: 'a.mp4' }, 413, 'FILE_TOO_LARGE'],
  ['an empty file', 0, { filename: 'a.mp4' }, 400, 'BAD_REQUEST'],
  ['a name that climbs', 9, { filename: 'a.mp4', folder: 'x/../..' }, 400, 'BAD_REQUEST'],
  ['a name with a slash', 9, { filename: '../a.mp4' }, 400, 'BAD_REQUEST'],
  ['a name that turns its direction', 9, { filename: 'a\u202e4pm.exe.mp4' }, 400, 'BAD_REQUEST'],
  ['no name', 9, {}, 400, 'BAD_REQUEST'],
  ['a clip to replace that is not there', 9, { filename: 'a.mp4', replaces: '999' }, 404, 'MEDIA_NOT_FOUND'],
] as const)('%s is refused before it is sent', async (_, bytes, metadata, status, code) => {
  const answer = await tus.post(bytes, metadata)
  expect([answer.status, (await answer.json()).status]).toEqual([status, code])
})

test('uploads beyond the total limit are refused until others end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const answers = await Promise.all(names.map((name) => tus.post(35e6, { filename: `${name}.mp4` })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const { uploads: sent } = await (await api('GET', 'uploads?state=sending')).json()
  const refused = await tus.post(35e6, { filename: 'b.mp4' })
  expect([refused.status, (await refused.json()).status]).toEqual([409, 'UPLOADS_FULL'])
  for (const { id } of sent) expect((await api('DELETE', `uploads/${id}`)).status).toBe(204)
  expect((await tus.post(35e6, { filename: 'b.mp4' })).status).toBe(201)
  const { uploads } = await (await api('GET', 'uploads?state=sending')).json()
  for (const { id } of uploads) await api('DELETE', `uploads/${id}`)
})

test('a duplicate is known before it is sent', async () => {
  const hash = 'ab'.repeat(32)
  const known = async () => (await api('GET', `uploads/known?sha256=${hash}`)).json()
  expect(await known()).toEqual({ clip: null })
  const { id } = await aClip(server.deps.db, { source: { content_hash: hash, state: 'draft' } })
  expect(await known()).toEqual({ clip: id })
})

test('media of a batch wait until their sender closes it, later files do not', async () => {
  const batch = 'batch-of-three'
  const film = randomBytes(1000)
  const first = await tus.send(film, { filename: 'a.mp4', batch })
  const late = await tus.create(film.length, { filename: 'b.mp4', batch })
  expect([await jobsOf(first), (await lineOf(first)).state]).toEqual([0, 'waiting'])
  const close = (headers?: Record<string, string>) => api('POST', `uploads/batches/${batch}/close`, headers)
  const colleague = await anEditor()
  expect((await close(colleague.headers)).status).toBe(204)
  expect(await jobsOf(first)).toBe(0)
  for (let times = 0; times < 2; times++) expect((await close()).status).toBe(204)
  expect([await jobsOf(first), await jobsOf(late)]).toEqual([1, 0])
  const theirs = await tusClient(server, colleague.headers).send(film, { filename: 'c.mp4', batch })
  expect(await jobsOf(theirs)).toBe(0)
  await tus.patch(late, 0, film)
  expect(await jobsOf(late)).toBe(1)
})

test('a cancelled upload takes no more bytes, and one whose bytes are here can be tried again', async () => {
  const film = randomBytes(2000)
  const half = await tus.create(film.length, { filename: 'a.mp4' })
  await tus.patch(half, 0, film.subarray(0, 1000))
  const cancelled = await (await api('POST', `uploads/${half}/cancel`)).json()
  expect(cancelled).toMatchObject({ state: 'cancelled', retry: false })
  expect((await tus.patch(half, 1000, film.subarray(1000))).status).toBe(404)
  expect((await api('POST', `uploads/${half}/retry`)).status).toBe(409)

  const whole = await tus.send(film, { filename: 'b.mp4' })
  expect(await (await api('POST', `uploads/${whole}/cancel`)).json()).toMatchObject({ retry: true })
  expect((await api('POST', `uploads/${whole}/cancel`)).status).toBe(409)
  expect(await (await api('POST', `uploads/${whole}/retry`)).json()).toMatchObject({ state: 'waiting' })
})

test('only the sender and the admin change an upload', async () => {
  const id = await tus.create(2000, { filename: 'a.mp4' })
  const colleague = await anEditor()
  const asColleague = (method: string, path: string) => api(method, path, colleague.headers)
  expect((await asColleague('POST', `uploads/${id}/cancel`)).status).toBe(403)
  expect((await asColleague('DELETE', `uploads/${id}`)).status).toBe(403)
  expect(await lineOf(id)).toMatchObject({ state: 'sending' })
  await api('POST', `uploads/${id}/cancel`)
  expect((await asColleague('POST', `uploads/${id}/retry`)).status).toBe(403)
  const admin = await aMember(server.deps, { admin: true })
  expect((await api('DELETE', `uploads/${id}`, admin.headers)).status).toBe(204)
})

test('a URL that names two uploads means the first', async () => {
  const own = await tus.create(2000, { filename: 'a.mp4' })
  const colleague = tusClient(server, (await anEditor()).headers)
  const theirs = await colleague.create(3000, { filename: 'b.mp4' })
  await colleague.patch(theirs, 0, randomBytes(1000))
  for (const other of [theirs, `..%2fuploads%2f${theirs}`])
    expect((await tus.head(`${own}?a=/${other}`)).headers.get('upload-length')).toBe('2000')
  expect((await tus.patch(`${own}?a=/${theirs}`, 0, randomBytes(500))).status).toBe(204)
  expect([await tus.offset(own), await colleague.offset(theirs)]).toEqual([500, 1000])
})

test('an editor without the second factor that the account has neither uploads nor listens', async () => {
  const hasty = await anEditor()
  const at = new Date().toISOString()
  const client = tusClient(server, hasty.headers)
  const id = await client.create(9, { filename: 'a.mp4' })
  const app = { user_id: hasty.id, sealed_secret: '', created: at, confirmed_at: at }
  await server.deps.db.insertInto('authenticator_apps').values(app).execute()
  const answer = await client.post(9, { filename: 'b.mp4' })
  expect([answer.status, (await answer.json()).status]).toEqual([403, 'FACTOR_REQUIRED'])
  expect((await client.patch(id, 0, Buffer.alloc(9))).status).toBe(403)
  expect((await api('GET', 'events', hasty.headers)).status).toBe(403)
})

test('an upload whose last answer was lost is complete when its client comes back', async () => {
  const film = randomBytes(2000)
  const id = await tus.create(film.length, { filename: 'a.mp4' })
  await tus.patch(id, 0, film)
  // As if the server had died between the last byte and the row.
  await server.deps.db.updateTable('uploads').set({ state: 'sending' }).where('id', '=', id).execute()
  expect(await tus.offset(id)).toBe(2000)
  expect(await lineOf(id)).toMatchObject({ state: 'waiting' })
})

test('a list by time has only later changes', async () => {
  const id = await tus.create(9, { filename: 'a.mp4' })
  const { at } = await (await api('GET', 'uploads')).json()
  const line = await lineOf(id)
  expect(line.updated >= at).toBe(true)
  await server.deps.db
    .updateTable('uploads')
    .set({ updated: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  const { uploads } = await (await api('GET', `uploads?after=${at}`)).json()
  expect(uploads.map((one: { id: string }) => one.id)).not.toContain(id)
})

test('events report changes within two seconds, until the right is lost', async () => {
  const guest = await anEditor()
  expect((await api('GET', 'events', (await aMember(server.deps)).headers)).status).toBe(403)
  const stream = await api('GET', 'events', guest.headers)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  let heard = ''
  let over = false
  const listening = (async () => {
    for await (const chunk of stream.body!) heard += Buffer.from(chunk).toString()
    over = true
  })()
  await vi.waitFor(() => expect(heard).toContain('hello'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const id = await tus.create(9, { filename: 'told.mp4' })
  await vi.waitFor(() => expect(heard).toContain(id), { timeout: 2_500 })
  await server.deps.db.updateTable('users').set({ role: null }).where('id', '=', guest.id).execute()
  await vi.waitFor(() => expect(over).toBe(true), { timeout: 3_000 })
  await listening
})
