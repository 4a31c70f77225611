import { afterEach, expect, test, vi } from 'vitest'
import { $auth } from '#stores/auth/auth.ts'
import { $likedIds, setLiked, toggleLike } from './likes.ts'

const aoi = {
  id: 7,
  name: 'Aoi',
  membership: 'free',
  email: 'aoi@example.com',
  token: 'token',
  refresh_token: 'refresh',
  expires_in: 900,
  expiry_time: Date.now() + 900_000,
} as const

/** A server that likes and lists; each call waits for `answer()`. */
function server(...liked: number[]) {
  const calls: {
    method: string
    path: string
    keepalive: boolean
    answer: (response?: Response) => void
  }[] = []
  vi.stubGlobal('fetch', (path: string, { method, keepalive = false }: RequestInit) => {
    return new Promise<Response>((resolve) => {
      const usual = () =>
        path.endsWith('/likes') ? Response.json({ likes: liked }) : Response.json({ status: 'OK', likes: 5 })
      calls.push({
        method: method ?? 'GET',
        path,
        keepalive,
        answer: (response = usual()) => resolve(response),
      })
    })
  })
  const next = async (method: string) => {
    await vi.waitFor(() => expect(calls.some((call) => call.method === method)).toBe(true))
    const index = calls.findIndex((call) => call.method === method)
    return calls.splice(index, 1)[0]!
  }
  return { calls, next }
}

const refused = () => Response.json({ status: 'UNAVAILABLE', message: '', request_id: '' }, { status: 503 })

let stop = () => {}

afterEach(() => {
  vi.useRealTimers()
  $auth.set(undefined)
  stop()
  vi.unstubAllGlobals()
})

/** Signed in, with the list fetched. */
async function signedIn(...liked: number[]) {
  const shop = server(...liked)
  $auth.set({ ...aoi, expiry_time: Date.now() + 900_000 })
  stop = $likedIds.subscribe(() => {})
  const list = await shop.next('GET')
  list.answer()
  await vi.waitFor(() => expect([...$likedIds.get()]).toEqual(liked))
  return shop
}

test('the list is fetched once per sign-in, and cleared with it', async () => {
  const { calls } = await signedIn(1, 2)
  $auth.set({ ...aoi, token: 'renewed' })
  expect(calls).toEqual([])
  $auth.set(undefined)
  expect($likedIds.get().size).toBe(0)
})

test('nobody sees the hearts of the person before', async () => {
  const shop = await signedIn(1, 2)
  $auth.set({ ...aoi, id: 8, expiry_time: Date.now() + 900_000 })
  expect([...$likedIds.get()]).toEqual([])
  ;(await shop.next('GET')).answer(Response.json({ likes: [5] }))
  await vi.waitFor(() => expect([...$likedIds.get()]).toEqual([5]))
})

test('a list that arrives after the sign-out is dropped', async () => {
  const shop = server(1)
  const record = { ...aoi, expiry_time: Date.now() + 900_000 }
  $auth.set(record)
  stop = $likedIds.subscribe(() => {})
  const list = await shop.next('GET')
  $auth.set(undefined)
  list.answer()
  await new Promise((resolve) => setTimeout(resolve))
  $auth.set(record)
  expect([...$likedIds.get()]).toEqual([])
  await shop.next('GET')
})

test('likes from another device show ten minutes later, when the tokens are refreshed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const shop = await signedIn(1)
  const renew = (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    $auth.set({ ...aoi, token: `renewed ${minutes}`, expiry_time: Date.now() + 900_000 })
  }
  renew(9)
  expect(shop.calls).toEqual([])
  renew(1)
  ;(await shop.next('GET')).answer(Response.json({ likes: [1, 9] }))
  await vi.waitFor(() => expect([...$likedIds.get()]).toEqual([1, 9]))
})

test('a like shows at once and stays when the server agrees', async () => {
  const shop = await signedIn(1)
  const liking = setLiked(9, true)
  expect($likedIds.get().has(9)).toBe(true)
  const call = await shop.next('PUT')
  expect(call.path).toBe('/api/users/medias/9/like')
  expect(call.keepalive, 'it arrives though the page is left').toBe(true)
  call.answer()
  expect(await liking).toBe(5)
  expect($likedIds.get().has(9)).toBe(true)
})

test('a refused like is reverted, and others stay', async () => {
  const shop = await signedIn(1)
  const refusedLike = setLiked(9, true)
  const other = setLiked(3, true)
  ;(await shop.next('PUT')).answer(refused())
  ;(await shop.next('PUT')).answer()
  await expect(refusedLike).rejects.toThrow()
  await other
  expect([...$likedIds.get()].toSorted()).toEqual([1, 3])
})

test('two quick clicks reach the server one after the other, and the last counts', async () => {
  const shop = await signedIn()
  const first = toggleLike(9)
  const second = toggleLike(9)
  expect($likedIds.get().has(9)).toBe(false)
  const put = await shop.next('PUT')
  expect(shop.calls).toEqual([])
  put.answer()
  await first
  expect($likedIds.get().has(9)).toBe(false)
  ;(await shop.next('DELETE')).answer()
  await second
  expect($likedIds.get().has(9)).toBe(false)
})

test('a list read before a like does not revert it', async () => {
  const shop = server(1)
  $auth.set({ ...aoi, expiry_time: Date.now() + 900_000 })
  stop = $likedIds.subscribe(() => {})
  const list = await shop.next('GET')
  const liking = setLiked(9, true)
  ;(await shop.next('PUT')).answer()
  await Promise.resolve()
  list.answer()
  await liking
  expect([...$likedIds.get()].toSorted()).toEqual([1, 9])
})
