import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSuggestions, TYPING_PAUSE_MS } from './suggestions.ts'

const answerTo = (url: string) =>
  Response.json({ suggestions: [{ kind: 'keyword', text: decodeURIComponent(url.split('q=')[1] ?? '') }] })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('typing without a pause asks once, for the last text', async () => {
  const fetched = vi.fn(async (url: string) => answerTo(url))
  vi.stubGlobal('fetch', fetched)
  const suggestions = openSuggestions()
  for (const text of ['k', 'ky', 'kyo']) suggestions.ask(text)
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(suggestions.$found.get()).toEqual([{ kind: 'keyword', text: 'kyo' }])
})

test('a late answer to an older text is dropped', async () => {
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('=k') ? late.promise : Promise.resolve(answerTo(url)),
  )
  const suggestions = openSuggestions()
  suggestions.ask('k')
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  suggestions.ask('kyoto')
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  late.resolve(answerTo('q=k'))
  await vi.advanceTimersByTimeAsync(0)
  expect(suggestions.$found.get()).toEqual([{ kind: 'keyword', text: 'kyoto' }])
})

test('an empty box has no suggestions and asks for none', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const suggestions = openSuggestions()
  suggestions.ask('  ')
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  expect(fetched).not.toHaveBeenCalled()
})
