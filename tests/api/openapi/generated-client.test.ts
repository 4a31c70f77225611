import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const FILM = 'a film of a temple in the rain'

/** A program of somebody else, who knows the document alone. */
const PROGRAM = `
import { writeFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const [, , baseUrl = '', email = '', password = ''] = process.argv
const client = createClient<paths>({ baseUrl })
const found = await client.GET('/api/medias/search', { params: { query: { q: 'temple', orientation: 'landscape', duration_to: 10 } } })
const clip = found.data?.sources[0]
if (!clip) throw new Error('nothing found')
const basic = Buffer.from(email + ':' + password).toString('base64')
const { data } = await client.GET('/api/users/login', { headers: { authorization: 'Basic ' + basic } })
if (data?.status !== 'OK') throw new Error('not signed in')
const headers = { authorization: 'Bearer ' + data.access_token }
const signed = await client.GET('/api/media-sign', { params: { query: { filepath: clip.media.cloudpath } }, headers })
if (!signed.data) throw new Error(signed.error.status + ': ' + signed.error.message)
const film = await fetch(new URL(signed.data.url, baseUrl))
await writeFile(signed.data.file_name, await film.bytes())
console.log(JSON.stringify({ title: clip.title, file: signed.data.file_name, licence: signed.data.licence }))
`
/** What a type checker must refuse. */
const WRONG = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const client = createClient<paths>({ baseUrl: '' })
const { data } = await client.GET('/api/medias/{id}', { params: { path: { id: 'seven' } } })
console.log(data?.nothing, await client.GET('/api/nowhere', {}))
`

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT })
  folder = await mkdtemp(join(tmpdir(), 'nagare-client-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const schema = await openapiTypescript(await (await fetch(server.at('/api/openapi.json'))).text())
  await writeFile(join(folder, 'schema.d.ts'), astToString(schema))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The checker's complaints about a program. */
async function check(name: string, program: string): Promise<string> {
  await writeFile(join(folder, name), program)
  const options = ['--strict', '--noEmit', '--ignoreConfig', '--allowImportingTsExtensions']
  const target = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node']
  const checker = join(ROOT, 'node_modules/typescript-7/bin/tsc')
  return run(process.execPath, [checker, ...options, ...target, name], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('a generated client searches, signs in and downloads, as its types say', {
  timeout: 60_000,
}, async () => {
  const { deps } = server
  const clip = await aClip(deps.db, { source: { title: 'A temple in the rain' } })
  await deps.db.transaction().execute((trx) => indexSource(trx, clip.id))
  await deps.storage.put(clip.cloudpath, Buffer.from(FILM), 'video/mp4')
  const { email, password } = await aMember(deps, { membership: 'pro' })
  expect(await check('program.mts', PROGRAM)).toBe('')
  const { stdout } = await run(process.execPath, ['program.mts', server.url.origin, email, password], {
    cwd: folder,
  })
  const { title, file, licence } = JSON.parse(stdout)
  expect(title).toBe('A temple in the rain')
  expect(await readFile(join(folder, file), 'utf8')).toBe(FILM)
  expect(await deps.db.selectFrom('downloads').select('public_id').execute()).toEqual([
    { public_id: licence },
  ])
})

test('its types refuse addresses, parameters and fields that the API does not have', {
  timeout: 60_000,
}, async () => {
  const complaints = await check('wrong.mts', WRONG)
  expect(complaints).toMatch(/'string' is not assignable to type 'number'/)
  expect(complaints).toMatch(/'nothing' does not exist/)
  expect(complaints).toMatch(/"\/api\/nowhere"' is not assignable/)
})
