import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What the browser keeps from page to page. */
const storage = vi.hoisted(() => {
  const kept: Record<string, string> = {}
  Reflect.set(globalThis, 'localStorage', kept)
  return kept
})

type Answer = (body?: object, status?: number) => void
/** Calls that wait for their answer, by method and path. */
let asked: Map<string, Answer>
let leave = () => {}

const LIST = 'GET /api/users/medias/likes'
const LIKE = 'PUT /api/users/medias/9/like'

beforeEach(() => {
  asked = new Map()
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    return new Promise<Response>((resolve, reject) =>
      asked.set(`${method} ${path}`, (body, status) =>
        body ? resolve(Response.json(body, { status })) : reject(new TypeError('Failed to fetch')),
      ),
    )
  })
})

afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  delete storage.likes
})

/** A page of somebody signed in; the one before is left, and runs no more. */
async function openPage() {
  leave()
  asked.clear()
  vi.resetModules()
  const { $auth } = await import('#stores/auth/auth.ts')
  const { $likedIds, setLiked } = await import('./likes.ts')
  $auth.set({
    ...{ id: 7, name: 'Aoi', membership: 'free', email: 'aoi@example.com', token: 'token' },
    ...{ refresh_token: 'refresh', expires_in: 900, expiry_time: Date.now() + 900_000 },
  })
  leave = $likedIds.subscribe(() => {})
  return { hearts: () => [...$likedIds.get()], setLiked }
}

/** Without a body the request is lost. */
async function answer(call: string, body?: object, status?: number) {
  await vi.waitFor(() => expect([...asked.keys()]).toContain(call))
  asked.get(call)!(body, status)
}

/** A page that has fetched the list. */
async function settledPage(likes: number[]) {
  const page = await openPage()
  await answer(LIST, { likes })
  await vi.waitFor(() => expect(page.hearts()).toEqual(likes))
  return page
}

test('a like whose page is left before the answer shows on the next page, which sends it again', async () => {
  const left = await settledPage([1])
  void left.setLiked(9, true)
  const next = await openPage()
  expect(next.hearts()).toEqual([1, 9])
  await answer(LIKE, { status: 'OK', likes: 5 })
  await vi.waitFor(() => expect(JSON.parse(storage.likes!)).toMatchObject({ ids: [9, 1], sending: [] }))
  const third = await openPage()
  expect(third.hearts()).toEqual([9, 1])
  expect([...asked.keys()], 'what is confirmed is not sent again').toEqual([])
})

test('a request that is lost while the page is left is no failure of the like', async () => {
  const left = await settledPage([1])
  const liking = left.setLiked(9, true).catch(Boolean)
  await answer(LIKE)
  // The page does not live on until its patience ends.
  await new Promise((resolve) => setTimeout(resolve))
  expect(left.hearts()).toEqual([1, 9])
  expect(JSON.parse(storage.likes!).sending).toEqual([[9, true]])
  await liking
  expect(left.hearts(), 'offline, the page stays').toEqual([1])
})

test('a list that was read before a like does not hide it on the next page', async () => {
  const left = await openPage()
  void left.setLiked(9, true)
  await answer(LIST, { likes: [1] })
  await vi.waitFor(() => expect(left.hearts()).toEqual([1, 9]))
  expect((await openPage()).hearts()).toEqual([1, 9])
})

test('after a failed like the next page fetches the list, since perhaps only the answer was lost', async () => {
  const left = await settledPage([1])
  const liking = left.setLiked(9, true)
  await answer(LIKE, { status: 'UNAVAILABLE', message: '', request_id: '' }, 503)
  await expect(liking).rejects.toThrow()
  expect(left.hearts()).toEqual([1])
  const next = await openPage()
  await answer(LIST, { likes: [9, 1] })
  await vi.waitFor(() => expect(next.hearts()).toEqual([9, 1]))
})

test('nonsense in the storage is no hindrance', async () => {
  storage.likes = JSON.stringify({ user: 7, ids: [1], at: Date.now(), sending: [3, null, 'a', [2, true]] })
  expect((await openPage()).hearts()).toEqual([1, 2])
  storage.likes = JSON.stringify({ user: 7, ids: [1], at: Date.now() })
  expect((await openPage()).hearts(), 'as an earlier release stored it').toEqual([1])
})
