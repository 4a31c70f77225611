import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { freePort } from '../../support/free-port.ts'
import { requestsOfSite } from '../../support/http/routes.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'
import { CANARY, POISON } from './poison.ts'

const HAS_NGINX = hasNginx()
if (LONG && !HAS_NGINX) console.warn('There is no nginx on this machine: shared caches are not attacked')

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * `obedient` keeps what our headers allow, as docs/guide.md says. `stubborn` keeps pages for a minute in any case,
 * which it advises against: even then answers must not differ by visitor.
 */
const configOf = (folder: string, server: URL, ports: { obedient: number; stubborn: number }) => `
pid ${folder}/pid; error_log ${folder}/errors; worker_processes 1; events {}
http {
  access_log off;
  proxy_cache_path ${folder}/obedient keys_zone=obedient:1m;
  proxy_cache_path ${folder}/stubborn keys_zone=stubborn:1m;
  proxy_temp_path ${folder}/temp; client_body_temp_path ${folder}/bodies;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_cache_key $request_uri; proxy_cache_revalidate on; proxy_cache_lock on;
  add_header X-Proxy-Cache $upstream_cache_status always;
  server { listen 127.0.0.1:${ports.obedient}; location / { proxy_cache obedient; proxy_pass ${server.origin}; } }
  server {
    listen 127.0.0.1:${ports.stubborn};
    location / {
      proxy_cache stubborn; proxy_ignore_headers Cache-Control Expires; proxy_cache_valid 200 404 1m;
      proxy_pass ${server.origin};
    }
  }
}`

let server: TestServer
let nginx: ChildProcess
let folder: string
const ports = { obedient: 0, stubborn: 0 }
type Cache = keyof typeof ports
let clip: { id: number; cloudpath: string }
let admin: TestMember

describe.runIf(LONG && HAS_NGINX)('a shared cache', () => {
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'fatal' } })
    const { db, storage } = server.deps
    clip = await aClip(db)
    for (const key of ['poster/film/480.webp', clip.cloudpath])
      await storage.put(key, Buffer.from('bytes'), 'video/mp4')
    admin = await aMember(server.deps, { admin: true, name: 'Nameless Canary' })
    const set = { source_ids: [clip.id], expires_in_days: 7 }
    await createPromotion(server.deps, { ...admin, membership: 'pro' }, { promo_name: 'Kyoto', ...set })
    await createCollection(server.deps, { ...admin, membership: 'pro' }, { curated_name: 'Rain', ...set })
    folder = await mkdtemp(join(tmpdir(), 'nagare-cache-'))
    for (const cache of ['obedient', 'stubborn'] as const) ports[cache] = await freePort()
    await writeFile(join(folder, 'nginx.conf'), configOf(folder, server.url, ports))
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; master_process off;']
    nginx = spawn('nginx', args, { stdio: 'ignore' })
    await vi.waitFor(() => ask('obedient', '/healthz'), { timeout: 10_000 })
  })
  afterAll(async () => {
    nginx.kill('SIGQUIT')
    await once(nginx, 'exit')
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function ask(cache: Cache, path: string, init: RequestInit = {}) {
    const answer = await patient(`http://127.0.0.1:${ports[cache]}${path}`, init)
    const { status, headers } = answer
    return { status, cache: headers.get('x-proxy-cache'), headers, text: await answer.text() }
  }

  test('keeps posters, so the cache works', async () => {
    await ask('obedient', '/media/poster/film/480.webp')
    expect((await ask('obedient', '/media/poster/film/480.webp')).cache).toBe('HIT')
    await ask('stubborn', '/')
    expect((await ask('stubborn', '/')).cache).toBe('HIT')
  })

  test.each(['obedient', 'stubborn'] as const)(
    'that is %s gives nobody what a header of another made',
    async (cache) => {
      const paths = [
        `/m/${clip.id}`,
        '/',
        '/s/temple',
        '/ja/t/temple',
        '/promo/kyoto',
        '/api/medias/search',
        '/sitemap.xml',
        '/nowhere',
        '/media/poster/film/480.webp',
      ]
      for (const [at, name] of POISON.entries()) {
        const path = `${paths[at % paths.length]}?cb=${cache}-${at}`
        const value = { range: 'bytes=0-1', 'if-none-match': '*' }[name] ?? CANARY
        await ask(cache, path, { headers: { [name]: value, ...(at % 2 && { 'accept-encoding': 'x' }) } })
        const next = await ask(cache, path)
        const direct = await patient(server.at(path))
        expect(next.status, `${name} ${path}`).toBe(direct.status)
        const text = await direct.text()
        // Errors name the request.
        if (direct.ok) expect(next.text, `${name} ${path}`).toBe(text)
        expect([...next.headers.values()].join(' ') + next.text, `${name} ${path}`).not.toContain(CANARY)
      }
    },
  )

  test('gives nobody a member’s answer, by any route or spelling', async () => {
    const kept: string[] = []
    for (const path of readPaths()) {
      await ask('obedient', path, { headers: admin.headers })
      const next = await ask('obedient', path)
      const direct = await patient(server.at(path))
      expect(next.status, path).toBe(direct.status)
      // The examples of the document show what links look like.
      const secrets = path === '/api/openapi.json' ? /Nameless Canary/ : /Nameless Canary|sig=/
      expect(next.text, path).not.toMatch(secrets)
      expect(next.text, path).not.toContain(admin.email)
      if (next.cache === 'HIT') kept.push(path)
    }
    expect(kept).toEqual([])
  })

  test('passes signed films on and caches none', async () => {
    const signed = await fetch(server.at(`/api/media-sign?filepath=${clip.cloudpath}`), {
      headers: admin.headers,
    })
    const { url } = await signed.json()
    for (let n = 0; n < 2; n++)
      expect(await ask('obedient', url)).toMatchObject({ status: 200, cache: 'MISS', text: 'bytes' })
    expect((await ask('obedient', url.split('?')[0])).status).toBe(403)
  })
})

/** A busy machine answers 503 now and then, which no cache keeps. */
async function patient(url: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, { redirect: 'manual', ...init })
    if (answer.status !== 503 || tries === 5) return answer
  }
}

/** Every readable route, and spellings that made caches take an answer for a file. */
function readPaths(): string[] {
  const requests = requestsOfSite({
    ...{ clip: String(clip.id), cloudpath: clip.cloudpath, licence: 'A'.repeat(20) },
    ...{ promo: 'kyoto', curated: 'rain' },
  })
  const paths = [...requests.values()].flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const own = ['/api/user', '/api/user/likes', '/api/studio/members', '/account']
  const endings = '/a.css %2fa.css ;a.css ?a.css %3fa.css %00.js /..%2fposter.webp .webp // %0a.css'.split(
    ' ',
  )
  return [
    ...paths,
    ...own.flatMap((path) => endings.map((ending) => path + ending)),
    '/media/../api/user',
    '/_astro/..%2fapi/user',
  ]
}
