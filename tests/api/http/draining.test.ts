import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { migrateTo, migrateToLatest } from '#server/db/migrate.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { watchOutput } from '../../support/leaks/watched-log.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, testEnvironment } from '../../support/shop/server.ts'

const FILM = Buffer.alloc(24_000_000, 7)

let folder: string

beforeAll(async () => {
  await builtSite()
  folder = await mkdtemp(join(tmpdir(), 'nagare-draining-'))
  const deps = await openDeps(parseConfig({ ...testEnvironment(folder), LOG_LEVEL: 'silent' }))
  await migrateToLatest(deps.db)
  await aMember(deps, { admin: true })
  await deps.storage.put('watermarked/long.mp4', FILM, 'video/mp4')
  await deps.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the built server in a process of its own; resolves when it listens. */
async function startProcess(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: URL }> {
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...testEnvironment(folder), LOG_LEVEL: 'trace', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<URL>()
  const say = (line: string) => {
    const { msg, url } = JSON.parse(line)
    if (msg === 'listening') resolve(new URL(url))
  }
  watchOutput(child.stderr!, { level: 'trace', say: (line) => process.stderr.write(`${line}\n`) })
  watchOutput(child.stdout!, { level: 'info', say }).then(() =>
    reject(new Error('it ended without listening')),
  )
  return { child, url: await promise }
}

function ask(url: URL, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => resolve(answer)).once('error', reject)
  })
}

/** Repeats a request on one connection until the server closes it. Returns the number of answers. */
async function visit(url: URL): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let answered = 1; ; answered++) {
    const answer = await ask(url, agent)
    expect(answer.statusCode).toBe(200)
    answer.resume()
    await once(answer, 'end')
    if (answer.headers.connection === 'close') return answered
  }
}

test('stopped under load, it fails no request and ends cleanly', async () => {
  const { child, url } = await startProcess()
  const ended = once(child, 'exit')
  const paths = ['/', '/api/medias/categories', '/healthz', '/api/medias/search?q=x']
  // The first of each is rendered, which a busy machine may not do within the server's limit.
  const status = async (path: string) => (await fetch(new URL(path, url))).status
  for (const path of paths) await expect.poll(() => status(path), { timeout: 20_000 }).toBe(200)
  const visitors = Array.from({ length: 24 }, (_, n) => visit(new URL(paths[n % paths.length]!, url)))
  const download = await ask(new URL('/media/watermarked/long.mp4', url), new Agent())
  await sleep(700)
  child.kill('SIGTERM')
  const answered = await Promise.all(visitors)
  expect(Math.min(...answered)).toBeGreaterThan(1)
  let bytes = 0
  for await (const chunk of download) bytes += chunk.length
  expect(bytes).toBe(FILM.length)
  expect(await ended).toEqual([0, null])
})

test('while shutting down it refuses new connections, and tells open ones that it is not ready', async () => {
  const { child, url } = await startProcess()
  const ended = once(child, 'exit')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = await ask(new URL('/readyz', url), agent)
  before.resume()
  await once(before, 'end')
  child.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
  const after = await ask(new URL('/readyz', url), agent)
  expect(after.statusCode).toBe(503)
  expect(after.headers.connection).toBe('close')
  after.resume()
  expect(await ended).toEqual([0, null])
})

test('a client that never ends is cut off', async () => {
  const server = await startTestServer({ limits: { drain: 1500 } })
  await server.deps.storage.put('watermarked/long.mp4', FILM, 'video/mp4')
  const stuck = await ask(new URL('/media/watermarked/long.mp4', server.url), new Agent())
  stuck.once('error', () => {})
  const begun = performance.now()
  await server.close()
  expect(performance.now() - begun).toBeLessThan(4000)
  stuck.destroy()
})

test('a wrong setting ends the start with a line that names it', async () => {
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...testEnvironment(folder), SITE_URL: '', PORT: 'abc' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface(child.stderr!)[Symbol.asyncIterator]()
  const [first, second] = [await lines.next(), await lines.next()]
  expect(first.value).toMatch(/^SITE_URL is missing/)
  expect(second.value).toMatch(/^PORT must be a whole number/)
  expect(await once(child, 'exit')).toEqual([1, null])
})

test('a database of an older release ends the start with what to do', async () => {
  const older = join(folder, 'older')
  await mkdir(older)
  const deps = await openDeps(parseConfig({ ...testEnvironment(older), LOG_LEVEL: 'silent' }))
  await migrateTo(deps.db, '0008-search')
  await deps.close()
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...testEnvironment(older) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stderr!) said += chunk
  expect(said).toContain('npm run nagare -- migrate')
  expect(await ended).toEqual([1, null])
})

test('a taken port ends the start with a line that says so', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const second = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...testEnvironment(folder), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(second, 'exit')
  let said = ''
  for await (const chunk of second.stderr!) said += chunk
  expect(said).toBe(`PORT ${port} on 127.0.0.1 is taken\n`)
  expect(await ended).toEqual([1, null])
  other.close()
})
