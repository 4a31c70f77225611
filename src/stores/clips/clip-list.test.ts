import { afterEach, expect, test, vi } from 'vitest'
import { openClipList } from './clip-list.ts'

const aPage = (ids: number[], next_offset: number | null) =>
  Response.json({ sources: ids.map((id) => ({ id })), offset: 0, next_offset, total: 9 })

function answering(...answers: (() => Response | Promise<Response>)[]) {
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('no more answers')
    return answer()
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const keep = ({ id }: { id: number }) => id

const idsOf = (list: ReturnType<typeof openClipList<number>>) => list.$state.get().pages

afterEach(() => vi.unstubAllGlobals())

test('each call appends a page until the last one', async () => {
  const fetched = answering(
    () => aPage([3, 4], 4),
    () => aPage([5], null),
  )
  const list = openClipList('/api/x', { shown: [1, 2], nextOffset: 2, keep })
  await list.more()
  await list.more()
  await list.more()
  expect(idsOf(list)).toEqual([[3, 4], [5]])
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/x?offset=2', '/api/x?offset=4'])
})

test('a clip that moved to a later page is not shown twice', async () => {
  answering(() => aPage([2, 3], null))
  const list = openClipList('/api/x', { shown: [1, 2], nextOffset: 2, keep })
  await list.more()
  expect(idsOf(list)).toEqual([[3]])
})

test('two calls at once fetch one page', async () => {
  const fetched = answering(() => aPage([3], 4))
  const list = openClipList('/api/x', { shown: [], nextOffset: 2, keep })
  await Promise.all([list.more(), list.more()])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a failure keeps the shown clips and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answering(
    () => Response.error(),
    () => aPage([3], null),
  )
  const list = openClipList('/api/x', { shown: [1], nextOffset: 1, keep })
  await list.more()
  expect(list.$state.get().status).toBe('failed')
  await list.more()
  expect(idsOf(list)).toEqual([[3]])
})

test('a list closed during a fetch reports nothing', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  error.mockClear()
  const list = openClipList('/api/x', { shown: [], nextOffset: 1, keep })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    list.stop()
    signal?.throwIfAborted()
  })
  await list.more()
  expect(list.$state.get().status).not.toBe('failed')
  expect(error).not.toHaveBeenCalled()
})
