import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#domain/dates/spans.ts'
import { parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { checkHealth } from '#server/health/check-health.ts'
import { FORGED } from '#server/health/probe.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { describeEachDatabase } from '../../support/database/databases.ts'
import { askServer } from '../../support/http/ask.ts'
import { HAS_OPENSSL } from '../../support/nginx.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, testEnvironment } from '../../support/shop/server.ts'

type Forwards = (sent: string | undefined, client: string) => string | undefined

/** What proxies do with X-Forwarded-For. */
const APPENDS: Forwards = (sent, client) => (sent ? `${sent}, ${client}` : client)
const PASSES_ON: Forwards = (sent) => sent
const DROPS: Forwards = () => undefined

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A proxy with TLS before a server. */
async function startProxy(target: URL, { days, forwards }: { days: number; forwards: Forwards }) {
  const folder = temporary()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    days,
  ]
  const named = ['-subj', '/CN=nagare.example', '-addext', 'subjectAltName=DNS:nagare.example']
  execFileSync('openssl', [...made.map(String), ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (req, res) => {
    const { 'x-forwarded-for': sent, ...headers } = req.headers
    const forwarded = forwards(sent?.toString(), req.socket.remoteAddress ?? '')
    const on = { headers: { ...headers, ...(forwarded && { 'x-forwarded-for': forwarded }) } }
    request(new URL(req.url ?? '', target), on, (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(res)
    }).end()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const lookup = (_: string, __: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])
  return { port, lookup, ca: readFileSync(cert) }
}

async function siteFound(deps: Deps, network: object) {
  const { checks } = await checkHealth(deps, { network: network as never })
  const of = (name: string) => checks.find((line) => line.name === name)
  return { address: of('address'), proxy: of('proxy'), all: checks }
}

async function started(env: Record<string, string>) {
  const server = await startTestServer({ env: { SITE_URL: 'https://nagare.example', ...env } })
  onTestFinished(() => server.close())
  return server
}

test.runIf(HAS_OPENSSL)(
  'the public address is asked through its proxy, and its certificate is read',
  async () => {
    const { deps, url } = await started({ TRUST_PROXY: 'on' })
    const well = await startProxy(url, { days: 60, forwards: APPENDS })
    expect(await siteFound(deps, well)).toMatchObject({
      address: { finding: 'ok', facts: { address: 'https://nagare.example' } },
      proxy: { finding: 'ok', facts: { address: '127.0.0.1' } },
    })
    expect((await siteFound(deps, { ...well, ca: [] })).address).toMatchObject({
      ...{ finding: 'broke', facts: { error: expect.stringMatching(/self-signed/) } },
    })
    const ending = await startProxy(url, { days: 7, forwards: DROPS })
    expect(await siteFound(deps, ending)).toMatchObject({
      ...{ address: { finding: 'certificateEnds' }, proxy: { finding: 'notForwarded' } },
    })
    const passing = await startProxy(url, { days: 60, forwards: PASSES_ON })
    expect((await siteFound(deps, passing)).proxy).toMatchObject({ state: 'failed', finding: 'forgeable' })
    const another = { ...deps, visitorSecret: 'of another shop' }
    expect(await siteFound(another, well)).toMatchObject({
      ...{ address: { finding: 'anotherSite' }, proxy: { finding: 'waits' } },
    })
  },
)

test.runIf(HAS_OPENSSL)('a proxy that the server does not trust is told', async () => {
  const { deps, url } = await started({})
  const proxy = await startProxy(url, { days: 60, forwards: APPENDS })
  expect((await siteFound(deps, proxy)).proxy).toMatchObject({ state: 'warning', finding: 'proxyNotTrusted' })
})

test('nobody else learns from /healthz how the server sees them', async () => {
  const server = await started({ TRUST_PROXY: 'on' })
  for (const probe of ['', 'x', 'x.', `.${'0'.repeat(64)}`]) {
    const headers = { 'x-nagare-probe': probe, 'x-forwarded-for': FORGED }
    expect(await (await fetch(server.at('/healthz'), { headers })).json()).toEqual({ status: 'ok' })
  }
})

test('the admin reads the health of the shop, and no secret of it', async () => {
  const secrets = { SMTP_URL: 'smtp://shop:very-secret@127.0.0.1:1' }
  const server = await started({ SITE_URL: 'http://localhost:4321', ...secrets })
  const { headers } = await aMember(server.deps, { role: 'admin' })
  const answer = await askServer(server, 'GET', '/api/studio/health', { headers })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const { checks } = JSON.parse(text)
  expect(checks.map(({ name }: { name: string }) => name)).toContain('storage')
  expect(checks).toContainEqual(expect.objectContaining({ name: 'mail', state: 'failed' }))
  expect(checks).toContainEqual(expect.objectContaining({ name: 'address', finding: 'ownNetwork' }))
  expect(text).not.toMatch(/very-secret|kkkk/)
})

test('doctor ends with 1 and says what to do, even without database, store or settings', async () => {
  const env = { ...testEnvironment(temporary()), SITE_URL: 'http://localhost:4321', LOG_LEVEL: 'trace' }
  const fresh = await runCommandHere(['doctor'], env)
  expect([fresh.code, fresh.stderr]).toEqual([1, ''])
  expect(fresh.stdout).toMatch(
    /^Failed +Migrations +Not applied: 0001-catalogue.*Run "npm run nagare -- migrate"/m,
  )
  await runCommandHere(['migrate'], env)
  const migrated = await runCommandHere(['doctor', '--json'], env)
  const { checks } = JSON.parse(migrated.stdout)
  expect(migrated.code).toBe(0)
  expect(checks).toContainEqual({ name: 'migrations', state: 'ok', finding: 'ok', facts: {} })

  const away = {
    ...{ DATABASE_URL: 'postgres://shop:very-secret@127.0.0.1:1/shop', DATA_DIR: '/dev/null/shop' },
    ...{ STORAGE_URL: 'file:/dev/null/media' },
  }
  const lost = await runCommandHere(['doctor'], { ...env, ...away })
  expect(lost.code).toBe(1)
  expect(lost.stdout).toMatch(/^Failed +Database +127\.0\.0\.1:1: nobody answers there/m)
  expect(lost.stdout).toMatch(/^Failed +Storage +ENOTDIR/m)
  expect(lost.stdout).toMatch(/^Not checked +Migrations +First see to “Database”/m)
  expect(lost.stdout).not.toContain('very-secret')

  const nowhere = { DATA_DIR: '/proc/shop', STORAGE_URL: 'file:/proc/media' }
  const unmade = await runCommandHere(['doctor'], { ...env, ...nowhere })
  expect(unmade.code).toBe(1)
  expect(unmade.stdout).toMatch(/^Failed +Database +\/proc\/shop: the folder cannot be made/m)
  expect(unmade.stdout).toMatch(/^Failed +Storage +\/proc\/media: the folder cannot be made/m)

  const wrong = await runCommandHere(['doctor'], { ...env, MEDIA_KEYS: 'short' })
  expect(wrong.code).toBe(1)
  expect(wrong.stdout).toMatch(/^Failed +Settings +MEDIA_KEYS must be one or two keys/m)
  expect(() => parseConfig({ ...env, MEDIA_KEYS: 'short' })).toThrow()
})

describeEachDatabase('the clock of this machine', (_, { engine, create }) => {
  test('is compared with the database’s, if that has one of its own', async () => {
    const settings = {
      ...testEnvironment(temporary()),
      SITE_URL: 'http://localhost:4321',
      LOG_LEVEL: 'silent',
    }
    const wrong = () => new Date(Date.now() - 5 * MINUTE_MS)
    const deps = await openDeps({ ...parseConfig(settings), database: await create() }, wrong)
    onTestFinished(() => deps.close())
    const { checks } = await checkHealth(deps, { machine: wrong })
    const expected =
      engine === 'postgres'
        ? { state: 'failed', finding: 'clockOff', facts: { against: 'database', seconds: 300 } }
        : { state: 'ok' }
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject(expected)
  })
})
