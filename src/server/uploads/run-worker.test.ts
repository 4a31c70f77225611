import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLibrary, type Library } from '../../../tests/support/footage.ts'
import { bodyOf, never } from '../../../tests/support/studio/upload-room.ts'
import { insertUpload } from './create-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { receiveBytes } from './receive-bytes.ts'
import { runWorker } from './run-worker.ts'
import { takeLease } from './upload-lease.ts'

let library: Library
beforeEach(async () => {
  library = await aLibrary()
})
afterEach(() => library.close())

const SHEET = Buffer.from('file,title_en\na.mp4,The Fall\n')

async function aSheet(): Promise<string> {
  const { deps } = library
  const row = {
    user_id: null,
    file_name: 'metadata.csv',
    kind: 'sheet',
    bytes: SHEET.length,
    closed: 1,
  } as const
  const id = await insertUpload(deps.db, row)
  const lease = await takeLease(deps, id, { signal: never })
  await receiveBytes(deps, lease, bodyOf(SHEET))
  await finishUpload(deps, lease, never)
  return id
}

const statesOf = async () =>
  (await library.deps.db.selectFrom('uploads').select('state').execute()).map(({ state }) => state).sort()
const short = { jobs: 1, lookMs: 10 }

test('a worker works, removes leftovers, and ends when it has been idle', async () => {
  const { deps } = library
  await aSheet()
  const second = await aSheet()
  const gone = await aSheet()
  await deps.db.deleteFrom('uploads').where('id', '=', gone).execute()
  const original = deps.uploads.files.place.bind(deps.uploads.files)
  const place = vi.spyOn(deps.uploads.files, 'place')
  const slow = Promise.withResolvers<void>()
  place.mockImplementationOnce(original)
  place.mockImplementationOnce(async () => {
    await slow.promise
    throw new Error('too late')
  })
  const ids = vi.spyOn(deps.uploads.files, 'ids')
  const before = performance.now()
  const working = runWorker(deps, { ...short, untilIdle: true, signal: never, idleMs: 300 })
  await vi.waitFor(() => expect(place).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  const swept = ids.mock.calls.length
  // Longer than it would be idle: it neither ends nor sweeps beside work.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([await statesOf(), ids.mock.calls.length - swept]).toEqual([['probing', 'ready'], 0])
  slow.resolve()
  const released = performance.now()
  await working
  expect(performance.now() - released).toBeGreaterThan(290)
  expect(performance.now() - before).toBeGreaterThan(790)
  expect(await statesOf()).toEqual(['failed', 'ready'])
  expect(await deps.uploads.files.received(gone)).toBeUndefined()
  expect(await deps.uploads.files.received(second)).toBe(SHEET.length)
  expect(ids.mock.calls.length).toBe(1)
})

test('a worker stays without work until it is stopped, whatever the store answers', async () => {
  const { deps } = library
  const ids = vi.spyOn(deps.uploads.files, 'ids').mockImplementation(() => {
    throw new Error('the bucket is away')
  })
  const stopping = new AbortController()
  let isOver = false
  const working = runWorker(deps, { ...short, untilIdle: false, signal: stopping.signal, idleMs: 20 })
  working.finally(() => (isOver = true))
  await vi.waitFor(() => expect(ids).toHaveBeenCalledOnce(), { timeout: 5_000 })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(isOver).toBe(false)
  await aSheet()
  await vi.waitFor(async () => expect(await statesOf()).toEqual(['ready']), { timeout: 5_000 })
  stopping.abort()
  await working
  await aSheet()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await statesOf()).toEqual(['ready', 'waiting'])
})
