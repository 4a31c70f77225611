import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportedRules, MOST_RULE_BYTES, Rule, RulePreview, Rules } from '#contract/studio/search/synonyms.ts'
import { type Asked, askServer } from '../../support/http/ask.ts'
import { publish } from '../../support/search-library.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const ROOM = '/api/studio/synonyms'

let server: TestServer
let editor: TestMember

beforeAll(async () => {
  server = await startTestServer()
  editor = await aMember(server.deps, { role: 'editor' })
  await publish(server.deps.db, { title: 'Old robot', keywords: ['robot'] })
})
afterAll(() => server.close())

const ask = (method: string, path: string, asked?: Asked) =>
  askServer(server, method, path, { headers: editor.headers, ...asked })
const add = async (body: object) => {
  const answer = await ask('POST', ROOM, { body })
  return [answer.status, await answer.json()]
}

test('a rule is previewed, taught, listed, saved, imported and taken back', async () => {
  const rule = { kind: 'same', word: 'zorblax', target: 'robot' }
  const preview = RulePreview.parse(await (await ask('POST', `${ROOM}/preview`, { body: rule })).json())
  expect([preview.before.total, preview.after.total]).toEqual([0, 1])
  const [, taught] = await add(rule)
  const { id } = Rule.parse(taught)
  const list = Rules.parse(await (await ask('GET', `${ROOM}?q=ZORB`)).json())
  expect([list.total, list.rules]).toEqual([1, [taught]])
  const file = await ask('GET', `${ROOM}.yaml`)
  expect(file.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  expect(file.headers.get('content-disposition')).toContain('nagare_synonyms.yaml')
  for (const _ of [1, 2]) expect((await ask('DELETE', `${ROOM}/${id}`)).status).toBe(204)
  const again = await ask('POST', `${ROOM}/import`, { body: { yaml: await file.text() } })
  expect(ImportedRules.parse(await again.json())).toMatchObject({ added: 1, refused: 0 })
})

test.each([
  [{}, 'BAD_REQUEST'],
  [{ kind: 'near', word: 'a', target: 'b' }, 'BAD_REQUEST'],
  [{ kind: 'same', word: '', target: 'robot' }, 'BAD_REQUEST'],
  [{ kind: 'same', word: 'x'.repeat(1000), target: 'robot' }, 'BAD_REQUEST'],
  [{ kind: 'same', word: 'a\u202eb', target: 'robot' }, 'BAD_REQUEST'],
  [{ kind: 'pin', word: 'robot', clips: Array.from({ length: 11 }, (_, n) => n + 1) }, 'BAD_REQUEST'],
  [{ kind: 'pin', word: 'robot', clips: [1], until: 'tomorrow' }, 'BAD_REQUEST'],
  [{ kind: 'same', word: 'robot', target: 'robots' }, 'BAD_RULE'],
  [{ kind: 'pin', word: 'robot', clips: [999] }, 'BAD_CLIPS'],
])('%o is refused with a clear code', async (body, status) => {
  expect(await add(body)).toEqual([400, expect.objectContaining({ status })])
})

test('a file that is too large, and one without rules, are refused', async () => {
  const large = await ask('POST', `${ROOM}/import`, { body: { yaml: 'x'.repeat(2 * MOST_RULE_BYTES) } })
  expect(large.status).toBe(413)
  const none = await ask('POST', `${ROOM}/import`, { body: { yaml: 'x' } })
  expect([none.status, (await none.json()).status]).toEqual([400, 'BAD_RULE'])
})

test('words with scripts and operators are only words', async () => {
  const word = '<img src=x onerror=alert(1)> | -robot "x'
  const [status, rule] = await add({ kind: 'same', word, target: 'robot' })
  expect([status, rule.word]).toEqual([200, word.toLowerCase()])
  const answer = await ask('GET', `/api/medias/search?q=robot`)
  expect((await answer.json()).total).toBe(1)
})
