import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Operation } from '#server/openapi/document.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import { breaches, type Described, promisesOf } from './promises.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The promises of the last release. A release writes them anew with `NAGARE_RELEASE=write`. */
const FILE = join(import.meta.dirname, 'released.json.gz')

const document = (): Described =>
  structuredClone(openApiDocument({ name: 'Nagare', url: new URL('https://nagare.example') }))
const now = promisesOf(document())

test.runIf(process.env.NAGARE_RELEASE === 'write')('a release writes down what it promises', async () => {
  await writeFile(FILE, gzipSync(JSON.stringify(now), { level: 9 }))
})

test('no call breaks what the last release promised, unless the changelog names it', async () => {
  const released = JSON.parse(gunzipSync(await readFile(FILE)).toString())
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const [, unreleased = ''] = changelog.split(/^## /m)
  const unnamed = breaches(released, now).filter(
    (breach) => !unreleased.includes(`\`${breach.split(':', 1)[0]}\``),
  )
  expect(unnamed, 'Name the call in CHANGELOG.md, under Upgrading, or keep what it promises').toEqual([])
})

/** The present document with one thing changed. */
function changed(change: (document: Described) => void) {
  const other = document()
  change(other)
  return breaches(now, promisesOf(other))
}
const search = ({ paths }: Described): Operation => paths['/api/medias/search']!.get!
const body = ({ paths }: Described) =>
  paths['/api/contact']!.post!.requestBody!.content['application/json']!.schema

test.each<[string, (document: Described) => void, string]>([
  [
    'a call that is gone',
    ({ paths }) => delete paths['/api/medias/search'],
    'GET /api/medias/search: is gone',
  ],
  [
    'a parameter that is gone',
    (each) => search(each).parameters!.pop(),
    'GET /api/medias/search: in query q is gone',
  ],
  [
    'a parameter that must be given now',
    (each) => Object.assign(search(each).parameters!.at(-1)!, { required: true }),
    'GET /api/medias/search: in! query q must be given',
  ],
  [
    'a value that is no longer taken',
    (each) =>
      Object.assign(search(each).parameters!.find(({ name }) => name === 'sort')!.schema, {
        enum: ['newest'],
      }),
    'GET /api/medias/search: in query sort is "newest" instead of "newest"|"popular"|"relevance"',
  ],
  [
    'a field of a body that must be given now',
    ({ components }) => components.schemas.ContactInput!.required!.push('clip'),
    'POST /api/contact: in! body.clip must be given',
  ],
  [
    'a field of an answer that is gone, deep inside',
    ({ components }) => delete components.schemas.Media!.properties!.duration,
    'GET /api/medias/search: out sources.media.duration is gone',
  ],
  [
    'a field of an answer that has another type',
    ({ components }) =>
      Object.assign(components.schemas.Media!.properties!, { duration: { type: 'string' } }),
    'GET /api/medias/{id}: out media.duration is string instead of number',
  ],
  [
    'a field of an answer that may be absent now',
    ({ components }) => Object.assign(components.schemas.SearchAnswer!, { required: [] }),
    'GET /api/medias/search: out exact_total is gone',
  ],
])('%s is noticed', (_, change, breach) => {
  expect(changed(change)).toContain(breach)
})

test('more calls, parameters, values and fields break nothing', () => {
  expect(
    changed((each) => {
      each.paths['/api/new'] = { get: search(each) }
      search(each).parameters!.push({ name: 'new', in: 'query', required: false, schema: { type: 'string' } })
      Object.assign(each.components.schemas.Media!.properties!, { new: { type: 'string' } })
      const { name } = each.components.schemas.ContactInput!.properties!
      Object.assign(each.components.schemas.ContactInput!.properties!, {
        name: { anyOf: [name!, { type: 'null' }] },
      })
      expect(body(each).$ref).toContain('ContactInput')
    }),
  ).toEqual([])
})
