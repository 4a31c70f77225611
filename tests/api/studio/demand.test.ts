import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overview } from '#contract/studio/operation/overview.ts'
import { Searches, Wish, Wishes } from '#contract/studio/search/demand.ts'
import { clipFiguresJob } from '#server/demand/clip-figures-job.ts'
import { demandJob } from '#server/demand/demand-job.ts'
import { aClip } from '../../support/database/rows.ts'
import { type Asked, askServer } from '../../support/http/ask.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const ROOM = '/api/studio/demand'

let server: TestServer
let editor: TestMember
let clips: number[]

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
  const { deps } = server
  editor = await aMember(deps)
  await deps.db.updateTable('users').set({ role: 'editor' }).where('id', '=', editor.id).execute()
  const one = await aClip(deps.db, { source: { title: '=1+1', title_ja: '"狐", 雪' } })
  const two = await aClip(deps.db)
  clips = [one.id, two.id]
  for (const text of ['fox', 'red-fox', 'owl']) await search(`/s/${text}`, text === 'owl' ? 2 : 40, 3)
  await search('/ja/s/狐', 0, 4)
  await tell(1, { label: 'RESULT_CLICK', meta: { path: '/s/fox', id: one.id } })
  const day = new Date().toISOString().slice(0, 10)
  await deps.db
    .insertInto('source_views')
    .values(clips.map((source_id, at) => ({ source_id, day, views: at + 1 })))
    .execute()
  const signal = new AbortController().signal
  await demandJob.run(deps, { state: undefined, signal })
  await clipFiguresJob.run(deps, { state: undefined, signal })
  const creators = ['Ren', '+81 Aoi'].map((user_name) => ({
    month: '2026-10',
    user_name,
    downloads: 2,
    clips: 1,
  }))
  await deps.db.insertInto('creator_downloads').values(creators).execute()
})
afterAll(() => server.close())

const ask = (method: string, path: string, asked?: Asked) =>
  askServer(server, method, path, { headers: editor.headers, ...asked })

async function tell(visitor: number, body: object): Promise<void> {
  const headers = { 'x-forwarded-for': `198.51.100.${visitor}` }
  const { status } = await askServer(server, 'POST', '/api/activity', { body, headers })
  expect(status).toBe(204)
}

async function search(path: string, results: number, visitors: number): Promise<void> {
  const body = { label: 'SEARCH_SHOWN', meta: { path: encodeURI(path), results } }
  for (let visitor = 1; visitor <= visitors; visitor++) await tell(visitor, body)
}

async function list(query: string) {
  const answer = await ask('GET', `${ROOM}/searches?${query}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return Searches.parse(await answer.json())
}

const texts = ({ searches }: Searches) => searches.map(({ text }) => text)

test('searches are listed, most frequent first, by language, and in pages', async () => {
  expect(texts(await list('list=most&days=7'))).toEqual(['狐', 'red fox', 'owl', 'fox'])
  expect(texts(await list('locale=ja'))).toEqual(['狐'])
  const first = await list('limit=3')
  expect(first.next).not.toBe(null)
  const rest = await list(`limit=3&after=${encodeURIComponent(first.next!)}`)
  expect([texts(rest), rest.next]).toEqual([['fox'], null])
  expect((await list('list=most')).searches.at(-1)).toMatchObject({ visitors: 3, clicked: 1, wish: null })
})

test.each(['days=8', 'list=all', 'after=x', 'limit=0', 'locale=fr'])('%s is refused', async (query) => {
  expect((await ask('GET', `${ROOM}/searches?${query}`)).status).toBe(400)
})

test('files contain no formulas', async () => {
  const file = await ask('GET', `${ROOM}/clips.csv?sort=views`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(file.headers.get('content-disposition')).toContain('nagare_clips.csv')
  const [head, , line] = (await file.text()).split('\r\n')
  expect(head).toBe('id,title,title_ja,views,previews,likes,downloads')
  expect(line).toBe(`${clips[0]},'=1+1,"""狐"", 雪",1,0,0,0`)
  const creators = await (await ask('GET', `${ROOM}/creators.csv?from=2026-10`)).text()
  expect(creators).toBe("month,user_name,downloads,clips\r\n2026-10,Ren,2,1\r\n2026-10,'+81 Aoi,2,1\r\n")
  const searches = await (await ask('GET', `${ROOM}/searches.csv?list=little`)).text()
  expect(searches).toMatch(
    /^text,visitors,found_little,opened_a_clip,fitting_clips,on_japanese_pages,before\r\n狐,4,4,0,\d+,4,0\r\nowl,/,
  )
})

test('a wish is added once, filmed, and shown with the figures of its clips', async () => {
  const body = { text: ' Red  FOX ', note: '雪の中' }
  const added = Wish.parse(await (await ask('POST', `${ROOM}/wishes`, { body })).json())
  expect(added).toMatchObject({ text: 'red fox', note: '雪の中', status: 'wanted', visitors: 3, clips: [] })
  const again = Wish.parse(await (await ask('POST', `${ROOM}/wishes`, { body: { text: 'red fox' } })).json())
  expect(again).toEqual(added)
  expect((await list('')).searches.find(({ text }) => text === 'red fox')?.wish).toBe('wanted')

  const path = `${ROOM}/wishes/${added.id}`
  const change = { status: 'filled', clips: [clips[1], clips[0], clips[1]] }
  const filled = Wish.parse(await (await ask('PUT', path, { body: change })).json())
  expect(filled).toMatchObject({ status: 'filled', note: '雪の中' })
  expect(filled.clips.map(({ id, views }) => [id, views])).toEqual([
    [clips[0], 1],
    [clips[1], 2],
  ])
  expect((await ask('PUT', path, { body: { clips: [987654] } })).status).toBe(400)
  expect((await ask('PUT', path, { body: { status: 'lost' } })).status).toBe(400)
  expect(Wishes.parse(await (await ask('GET', `${ROOM}/wishes`)).json()).wishes).toEqual([filled])

  for (const _ of [1, 2]) expect((await ask('DELETE', path)).status).toBe(204)
  expect((await ask('PUT', path, { body: {} })).status).toBe(404)
  const records = await server.deps.db
    .selectFrom('audit_records')
    .select(['actor', 'action', 'detail'])
    .where('action', 'like', 'wish.%')
    .orderBy('id')
    .execute()
  expect(records.map(({ actor, action }) => [actor, action])).toEqual(
    ['wish.add', 'wish.edit', 'wish.remove'].map((action) => [`user:${editor.id}`, action]),
  )
  expect(JSON.parse(records[1]!.detail)).toMatchObject({
    before: { status: 'wanted', clips: [] },
    after: { status: 'filled' },
  })
})

test('an editor sees the library in the overview and no money', async () => {
  const seen = Overview.parse(await (await ask('GET', '/api/studio/overview')).json())
  expect(seen.business).toBe(null)
  expect(seen.library.published + seen.library.hidden).toBe(2)
  for (const path of ['/api/studio/overview/jobs', '/api/studio/overview/jobs/1/retry'])
    expect((await ask(path.endsWith('retry') ? 'POST' : 'GET', path)).status).toBe(403)
})
