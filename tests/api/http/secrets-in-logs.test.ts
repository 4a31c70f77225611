import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { watchOutput } from '../../support/leaks/watched-log.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, testEnvironment } from '../../support/shop/server.ts'

beforeAll(() => builtSite(), 120_000)

/** Behaves like users and attackers. Returns every secret sent or received. */
async function exercise(base: URL): Promise<string[]> {
  const secrets: string[] = []
  const secret = (text: string) => {
    secrets.push(text)
    return text
  }
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(new URL(path, base), {
      method,
      headers,
      ...(text && { body: text }),
      redirect: 'manual',
    })
    return answer.json().catch(() => ({}))
  }
  const basic = (text: string) => ({ authorization: `Basic ${secret(Buffer.from(text).toString('base64'))}` })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const took = (answer: { access_token?: string; refresh_token?: string }) => ({
    access: secret(answer.access_token ?? 'hush-no-access'),
    refresh: secret(answer.refresh_token ?? 'hush-no-refresh'),
  })

  const password = secret('hush-流れる-hush')
  const person = { name: 'Aoi', email: 'aoi@example.com', password }
  const first = took(await ask('POST', '/api/users', person))
  await ask('POST', '/api/users', person)
  await ask('POST', '/api/users', { ...person, email: password })
  await ask('POST', '/api/users', `{"password": "${password}" oops`)
  const second = took(await ask('GET', '/api/users/login', undefined, basic(`${person.email}:${password}`)))
  await ask('GET', '/api/users/login', undefined, basic(`${person.email}:${secret('wrong-hush')}`))
  await ask('GET', '/api/users/login', undefined, basic(`${secret('hush-without-colon')}`))
  for (const authorization of [secret('Hush-scheme x'), `Bearer ${secret('hush-token')}`])
    await ask('GET', '/api/user', undefined, { authorization })
  await ask('GET', '/api/user', undefined, bearer(first.access))
  const third = took(await ask('POST', '/api/users/refresh-token', { refresh_token: first.refresh }))
  const fourth = took(await ask('POST', '/api/users/refresh-token', { refresh_token: third.refresh }))
  // Reusing an old refresh token ends the session, which is logged.
  await ask('POST', '/api/users/refresh-token', { refresh_token: first.refresh })
  await ask('POST', '/api/users/refresh-token', { refresh_token: fourth.refresh })
  await ask('POST', '/api/users/refresh-token', { refresh_token: secret('hush-refresh') })
  const change = { current_password: password, new_password: secret('another-hush') }
  const fifth = took(await ask('PUT', '/api/user/password', change, bearer(second.access)))
  await ask('PUT', '/api/user/password', change, bearer(fifth.access))
  await ask('PUT', '/api/users/forgotten-password', {
    token: secret('hush-mail'),
    password: secret('new-hush'),
  })
  await ask('PUT', '/api/users/verification', { token: secret('hush-verify') })
  for (const path of [
    ...'/ /api/medias/7 /api/medias/7/video /api/user /media/full/a.mp4 /promo-signup'.split(' '),
    ...'/api/users/early-adopter /api/users/early-adopters /nowhere /m/%ff'.split(' '),
  ]) {
    const query = `?token=${fifth.access}&sig=${secret('hush-sig')}&k=${secret('hush-k')}&key=${secret('hush-key')}&refresh_token=${fifth.refresh}`
    await ask('GET', path + query)
    await ask('PUT', path + query, {})
    await ask('GET', path, undefined, { cookie: `auth=${fifth.access}`, referer: `http://x/${query}` })
  }
  await ask('POST', '/api/users/logout', { refresh_token: fifth.refresh })
  await ask('POST', '/api/users/logout', { refresh_token: secret('hush-logout') })
  return secrets
}

/** Searches for whole and partial secrets, plain, in JSON and URL-encoded. */
function expectNone(secrets: readonly string[], log: string): void {
  expect(secrets.length).toBeGreaterThan(25)
  for (const secret of secrets) {
    const forms = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      secret.split('.').at(-1)!,
    ]
    for (const form of forms) expect(log).not.toContain(form)
  }
}

test('no token, password, key or signature is in any line of the log, however much is logged', {
  timeout: 60_000,
}, async () => {
  const server = await startTestServer({ env: { LOG_LEVEL: 'trace' } })
  try {
    const secrets = await exercise(server.url)
    await server.deps.db.schema.alterTable('sessions').renameTo('away').execute()
    const failing = await exercise(server.url)
    const log = JSON.stringify(server.logged)
    expect(log).toContain('a used refresh token came back')
    expect(log).toContain('request failed')
    expect(server.logged.length).toBeGreaterThan(80)
    expectNone([...secrets, ...failing], log)
  } finally {
    await server.close()
  }
})

test('nor in anything that the process prints', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-secrets-'))
  const env = { ...testEnvironment(folder), LOG_LEVEL: 'trace', MEDIA_KEYS: 'hush-media-key'.repeat(4) }
  const deps = await openDeps(parseConfig({ ...env, LOG_LEVEL: 'silent' }))
  await migrateToLatest(deps.db)
  await aMember(deps, { admin: true })
  await deps.close()
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    for (const output of [child.stdout, child.stderr]) watchOutput(output, { settings: env })
    await expect.poll(() => said, { timeout: 15_000 }).toContain('listening')
    const url = said.split('\n').find((line) => line.includes('listening')) ?? ''
    const secrets = await exercise(new URL(JSON.parse(url).url))
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
    expect(said.split('\n').length).toBeGreaterThan(40)
    expectNone([...secrets, env.MEDIA_KEYS], said)
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
