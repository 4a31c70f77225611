import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestRaw } from '../../support/http/raw-http.ts'
import { sendBody } from '../../support/http/send-body.ts'
import { HAS_NGINX, HAS_OPENSSL, type Nginx, printed, startNginx } from '../../support/nginx.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { tusClient } from '../../support/studio/tus.ts'

const LARGE = 30_000_000
const UPLOAD = `/api/studio/uploads/${'0'.repeat(32)}`

describe.runIf(HAS_NGINX)('behind nginx, as it is printed', () => {
  let server: TestServer
  let nginx: Nginx
  let editor: TestMember

  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
    nginx = await startNginx({ servers: [server.url] })
    editor = await aMember(server.deps, { admin: true })
  })
  afterAll(async () => {
    await nginx.stop()
    await server.close()
  })

  test('a refusal of a large upload arrives each time', async () => {
    const member = await aMember(server.deps)
    const id = await tusClient(server, editor.headers).create(LARGE, { filename: 'a.mp4' })
    const patch = (path: string, headers: Record<string, string>) => {
      const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
      return sendBody(nginx.url, {
        method: 'PATCH',
        path,
        bytes: LARGE,
        headers: { 'upload-offset': '7', ...tus, ...headers },
      })
    }
    for (let time = 0; time < 3; time++) {
      const answers = await Promise.all([
        patch(UPLOAD, {}),
        patch(UPLOAD, member.headers),
        patch(UPLOAD, editor.headers),
        patch(`/api/studio/uploads/${id}`, editor.headers),
        patch(UPLOAD, { origin: 'https://evil.example' }),
        sendBody(nginx.url, { method: 'PUT', path: '/api/medias/7', bytes: 7_000_000 }),
        sendBody(nginx.url, { method: 'PUT', path: '/api/medias/7', bytes: LARGE }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 409, 403, 413, 413])
    }
  })

  test('an upload goes through in one piece', async () => {
    const bytes = Buffer.alloc(12_000_000, 'film')
    const client = tusClient({ url: nginx.url }, editor.headers)
    const id = await client.create(bytes.length, { filename: 'b.mp4' })
    expect((await client.patch(id, 0, bytes)).status).toBe(204)
  })

  test('the largest sheet passes, and nothing that nginx answers by itself is kept', async () => {
    const sheet = await sendBody(nginx.url, {
      method: 'POST',
      path: '/api/studio/library/import',
      bytes: 7 * 1024 * 1024,
    })
    expect([sheet.status, JSON.parse(sheet.body).status]).toEqual([401, 'SIGN_IN_REQUIRED'])
    const large = await sendBody(nginx.url, { method: 'PUT', path: '/api/medias/7', bytes: LARGE })
    const long = await requestRaw(nginx.url, `/${'a'.repeat(9_000)}`)
    for (const { headers } of [large, long]) expect(headers['cache-control']).toBe('no-store')
    expect([large.status, long.status]).toEqual([413, 414])
    const page = await fetch(nginx.at('/'))
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(page.headers.get('server')).toBe('nginx')
  })

  test('without a server there is a 502 that nobody keeps', async () => {
    const alone = await startNginx({ servers: [new URL('http://127.0.0.1:1')] })
    const { status, headers } = await fetch(alone.at('/'))
    expect([status, headers.get('cache-control')]).toEqual([502, 'no-store'])
    await alone.stop()
  })

  test.runIf(HAS_OPENSSL)(
    'the whole file, with TLS 1.2 and 1.3 only, is one that nginx accepts',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'nagare-tls-'))
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      const subject = ['-subj', '/CN=nagare.example', '-days', '1', '-nodes']
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:P-256',
          ...subject,
          '-keyout',
          key,
          '-out',
          certificate,
        ],
        { stdio: 'ignore' },
      )
      const site = printed([
        [/ssl_certificate [^;]+;/, `ssl_certificate ${certificate};`],
        [/ssl_certificate_key [^;]+;/, `ssl_certificate_key ${key};`],
      ])
      expect(site.match(/^ *ssl_protocols .*$/m)?.[0].trim()).toBe('ssl_protocols TLSv1.2 TLSv1.3;')
      const file = join(folder, 'nginx.conf')
      await writeFile(file, `pid ${folder}/pid; events {} http { ${site} }`)
      execFileSync('nginx', ['-t', '-p', folder, '-c', file, '-e', join(folder, 'log')], { stdio: 'pipe' })
      await rm(folder, { recursive: true })
    },
  )
})
