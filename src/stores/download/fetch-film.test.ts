import { afterEach, expect, test, vi } from 'vitest'
import { fetchFilm } from './fetch-film.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const { signal } = new AbortController()
const onBytes = () => {}
const film = { url: '/film', size: 10 }

test.each([9, 11])('a film of %i bytes instead of ten is an error', async (length) => {
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(length)))
  await expect(fetchFilm(film, { signal, onBytes })).rejects.toThrow('The film')
})

test('an error answer is an error', async () => {
  vi.stubGlobal('fetch', async () => new Response('0123456789', { status: 403 }))
  await expect(fetchFilm(film, { signal, onBytes })).rejects.toThrow('403')
})

test('a stalled film fails after half a minute of silence, at any time', async () => {
  vi.useFakeTimers()
  let pieces: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const start = (controller: typeof pieces) => {
      pieces = controller
      signal?.addEventListener('abort', () => controller?.error(signal.reason))
    }
    return new Response(new ReadableStream({ start }))
  })
  let outcome = 'coming'
  fetchFilm(film, { signal, onBytes }).catch(({ name }) => {
    outcome = name
  })
  for (let piece = 0; piece < 3; piece++) {
    await vi.advanceTimersByTimeAsync(29_000)
    pieces?.enqueue(new Uint8Array(1))
  }
  await vi.advanceTimersByTimeAsync(29_000)
  expect(outcome).toBe('coming')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcome).toBe('AbortError')
})
