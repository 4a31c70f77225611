import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postgresDatabases } from '../../support/database/databases.ts'
import { anAddress } from '../../support/http/ask.ts'
import { watchOutput } from '../../support/leaks/watched-log.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { testEnvironment } from '../../support/shop/server.ts'

interface Started {
  child: ChildProcess
  url: string
  /** What the log says of the setup, once. */
  setup: Promise<string>
}

/** The built server in a process of its own. */
async function start(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const listening = Promise.withResolvers<string>()
  const setup = Promise.withResolvers<string>()
  setup.promise.catch(() => {})
  void watchOutput(child.stderr!, { level: 'trace', say: (line) => process.stderr.write(`${line}\n`) })
  let last = ''
  const say = (line: string) => {
    last = line
    const entry = JSON.parse(line)
    if (entry.msg === 'listening') listening.resolve(entry.url)
    if (entry.setup) setup.resolve(entry.setup)
  }
  void watchOutput(child.stdout!, { level: 'info', say }).then(() => {
    for (const waiting of [listening, setup]) waiting.reject(new Error(`it ended after ${last}`))
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return { child, url: await listening.promise, setup: setup.promise }
}

const WANTED = {
  ...{ shop: 'Kawa 川', shown: 'both', locale: 'en' },
  ...{ name: 'Aoi', email: 'aoi@example.com', password: 'nagareru-mizu' },
}

const codeIn = async (setup: Promise<string>) => new URL(await setup).hash.slice(1)

async function setUp({ url }: Started, code: string, headers: object = {}, input: object = {}) {
  const answer = await fetch(new URL('/api/setup', url), {
    method: 'POST',
    body: JSON.stringify({ ...WANTED, ...input, code }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress(), ...headers },
  })
  return { code: answer.status, ...((await answer.json()) as { status: string }) }
}

const page = (url: string, path: string) =>
  fetch(new URL(path, url), { headers: { 'accept-language': 'en' } })

test('three processes on an empty database wait for one admin, whom a code in the log lets in once', async () => {
  const databases = postgresDatabases()
  onTestFinished(databases.close)
  await builtSite()
  const folder = await mkdtemp(join(tmpdir(), 'nagare-setup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = await databases.create({ empty: true })
  if (config.engine !== 'postgres') throw new Error('no server')
  const DATABASE_URL = config.url
  const env = { ...testEnvironment(folder), DATABASE_URL, TRUST_PROXY: 'on', LOG_LEVEL: 'info' }
  const servers = await Promise.all([start(env), start(env), start(env)])
  const [one, two, three] = servers as [Started, Started, Started]
  const printed = await Promise.all(servers.map(({ setup }) => codeIn(setup)))

  for (const path of ['/', '/ja', '/studio', '/m/1', '/promo/kyoto', '/robots.txt', '/media/poster/x.jpg']) {
    const answer = await page(two.url, path)
    const { headers } = answer
    expect([answer.status, headers.get('retry-after'), headers.get('cache-control')], path).toEqual([
      ...[503, '60', 'no-store'],
    ])
    expect(await answer.text()).toContain(path === '/ja' ? '準備中' : 'is being set up.')
  }
  const call = await page(one.url, '/api/medias')
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
    ...[503, '60', expect.objectContaining({ status: 'SETTING_UP' })],
  ])
  for (const path of ['/setup', '/ja/setup', '/healthz', '/readyz', '/favicon.svg']) {
    const answer = await page(three.url, path)
    expect([path, answer.status]).toEqual([path, 200])
    if (path.endsWith('setup')) expect(answer.headers.get('cache-control')).toContain('no-store')
  }

  // Each log's code opens it at each process.
  const light = { password: 'password' }
  for (const [n, code] of printed.entries())
    expect(await setUp(servers[(n + 1) % 3]!, code, {}, light)).toMatchObject({
      status: 'PASSWORD_TOO_COMMON',
    })
  // Five guesses in all, from whatever addresses.
  const guesses: string[] = []
  for (let n = 0; n < 6; n++) guesses.push((await setUp(servers[n % 3]!, `guess-${n}`)).status)
  expect(guesses).toEqual([...Array(5).fill('SETUP_CODE_WRONG'), 'SETUP_CODE_OVER'])
  const { stdout } = await runCommandHere(['setup', 'code'], env)
  const code = /^Code: (.+)$/m.exec(stdout)?.[1] ?? ''
  const forged = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect(await setUp(one, code, forged)).toMatchObject({ code: 403, status: 'CROSS_SITE' })

  // A killed setup goes on with another start.
  three.child.kill('SIGKILL')
  await once(three.child, 'exit')
  const again = await start(env)
  const fresh = await codeIn(again.setup)
  expect(await setUp(two, printed[0]!)).toMatchObject({ status: 'SETUP_CODE_WRONG' })

  const answers = await Promise.all([setUp(one, code), setUp(two, fresh), setUp(again, fresh)])
  expect(answers.map((answer) => `${answer.code} ${answer.status}`).toSorted()).toEqual([
    ...['200 OK', '404 SETUP_DONE', '404 SETUP_DONE'],
  ])
  for (const server of [one, two, again]) {
    await expect.poll(async () => (await page(server.url, '/')).status).toBe(200)
    await expect.poll(async () => (await page(server.url, '/')).text()).toContain('Kawa 川')
    for (const path of ['/setup', '/ja/setup']) expect((await page(server.url, path)).status).toBe(404)
    expect(await setUp(server, fresh)).toMatchObject({ code: 404, status: 'SETUP_DONE' })
  }
  expect(await runCommandHere(['setup', 'code'], env)).toMatchObject({ code: 1 })
})

test('the command line ends the setup of a server that runs', async () => {
  await builtSite()
  const folder = await mkdtemp(join(tmpdir(), 'nagare-setup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...testEnvironment(folder), LOG_LEVEL: 'info' }
  const server = await start(env)
  expect((await page(server.url, '/')).status).toBe(503)
  const flags = ['--email', 'aoi@example.com', '--name', 'Aoi', '--password-stdin']
  expect(await runCommandHere(['admin', 'create', ...flags], env, 'nagareru-mizu')).toMatchObject({ code: 0 })
  await expect.poll(async () => (await page(server.url, '/')).status).toBe(200)
  expect((await page(server.url, '/setup')).status).toBe(404)
})
