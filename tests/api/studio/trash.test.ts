import { expect, onTestFinished, test } from 'vitest'
import { StudioClip } from '#contract/studio/clips/clip.ts'
import { aClip } from '../../support/database/rows.ts'
import { askServer } from '../../support/http/ask.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer } from '../../support/shop/server.ts'

async function shop(env: Record<string, string>) {
  const server = await startTestServer({ env })
  onTestFinished(() => server.close())
  const { db } = server.deps
  const editor = await aMember(server.deps, { role: 'editor' })
  const admin = await aMember(server.deps, { admin: true })
  const clips = [await aClip(db), await aClip(db)].map(({ id }) => id)
  const ask = (who: typeof editor, method: string, path: string, body: object) =>
    askServer(server, method, `/api/studio/${path}`, { headers: who.headers, body })
  const bulk = (who: typeof editor) =>
    ask(who, 'POST', 'library/bulk', { ids: clips, change: { kind: 'delete' } })
  const remove = (who: typeof editor, id: number) => ask(who, 'DELETE', `clips/${id}`, { typed: String(id) })
  return { editor, admin, ask, bulk, remove, clip: clips[0]!, server }
}

test('editors put clips into the trash, and only the admin deletes them for good', async () => {
  const { editor, admin, ask, bulk, remove, clip, server } = await shop({})
  const path = `/api/medias/${clip}`
  const trashed = await ask(editor, 'POST', `clips/${clip}/trash`, { version: 1 })
  const inTrash = StudioClip.parse(await trashed.json())
  expect(inTrash.trashed_at).toEqual(expect.any(String))
  expect((await askServer(server, 'GET', path)).status).toBe(404)
  expect([(await remove(editor, clip)).status, (await bulk(editor)).status]).toEqual([403, 403])
  const restored = await ask(editor, 'POST', `clips/${clip}/restore`, { version: inTrash.version })
  expect(restored.status, await restored.clone().text()).toBe(200)
  expect(StudioClip.parse(await restored.json())).toMatchObject({ state: 'published', trashed_at: null })
  expect((await askServer(server, 'GET', path)).status).toBe(200)
  expect([(await remove(admin, clip)).status, (await bulk(admin)).status]).toEqual([204, 200])
})

test('a setting lets editors delete for good, too', async () => {
  const { editor, bulk, remove, clip } = await shop({ EDITORS_DELETE: 'on' })
  expect([(await remove(editor, clip)).status, (await bulk(editor)).status]).toEqual([204, 200])
})
