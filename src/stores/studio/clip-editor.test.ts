import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/request.ts'
import type { ClipEdit, StudioClip } from '#contract/studio/clips/clip.ts'
import { clipVersion, editClip } from '#contract/studio/clips/editor-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { openClipEditor } from './clip-editor.ts'

vi.mock('#stores/auth/authorised.ts', () => ({ requestAs: vi.fn() }))

let stored: StudioClip
let sent: ClipEdit[]
let failing: Error | undefined

/** Answers as the server does. */
async function answer(endpoint: unknown, { id: _id, ...edit }: ClipEdit & { id: number }): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, 100))
  if (failing) throw failing
  if (endpoint === clipVersion) return { version: stored.version, state: stored.state }
  if (endpoint !== editClip) return stored
  sent.push(edit)
  if (edit.version !== stored.version) throw refusal(409, 'VERSION_CONFLICT', { clip: stored })
  stored = { ...stored, ...edit, version: edit.version + 1 } as StudioClip
  return stored
}

const refusal = (http: number, status: string, more = {}) =>
  new ApiError(http, { status, message: '', request_id: '', ...more })
const byOther = (change: Partial<StudioClip>) => {
  stored = { ...stored, ...change, version: stored.version + 1 }
}

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  stored = { id: 12, version: 1, title: 'Heron', title_ja: '', keywords: ['bird'], state: 'draft' } as never
  sent = []
  failing = undefined
  vi.mocked(requestAs).mockImplementation(answer as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('typing is saved once, after a pause', async () => {
  const { change, $view } = openClipEditor(stored)
  for (const title of ['G', 'Gr', 'Grey']) {
    change({ title })
    await vi.advanceTimersByTimeAsync(300)
  }
  expect([sent, $view.get().status]).toEqual([[], 'saving'])
  await vi.advanceTimersByTimeAsync(700)
  expect(sent).toEqual([{ title: 'Grey', version: 1 }])
  expect($view.get()).toMatchObject({ status: 'saved', clip: { version: 2 } })
})

test('typing during a save is saved next, one at a time', async () => {
  const { change, $view } = openClipEditor(stored)
  change({ title: 'Grey' })
  await vi.advanceTimersByTimeAsync(650)
  change({ title: 'Grey heron' })
  await vi.advanceTimersByTimeAsync(1500)
  expect(sent).toEqual([
    { title: 'Grey', version: 1 },
    { title: 'Grey heron', version: 2 },
  ])
  expect($view.get()).toMatchObject({ status: 'saved', fields: { title: 'Grey heron' } })
})

test('another person’s change of another field is merged, and both stay', async () => {
  const { change, $view } = openClipEditor(stored)
  byOther({ title_ja: '鷺' })
  change({ title: 'Egret' })
  await vi.advanceTimersByTimeAsync(1500)
  expect(stored).toMatchObject({ title: 'Egret', title_ja: '鷺', version: 3 })
  expect($view.get()).toMatchObject({ status: 'saved', conflicts: [], changedByOthers: ['title_ja'] })
})

test.each([
  ['mine', 'Egret'],
  ['theirs', 'Crane'],
] as const)('of two changes of one field neither is lost until somebody chooses %s', async (keep, title) => {
  const { change, resolve, $view } = openClipEditor(stored)
  byOther({ title: 'Crane' })
  change({ title: 'Egret' })
  await vi.advanceTimersByTimeAsync(1500)
  expect(stored.title).toBe('Crane')
  expect($view.get()).toMatchObject({
    status: 'asking',
    conflicts: ['title'],
    clip: { title: 'Crane' },
    fields: { title: 'Egret' },
  })
  resolve('title', keep)
  await vi.advanceTimersByTimeAsync(1500)
  expect([stored.title, $view.get().fields.title]).toEqual([title, title])
  expect($view.get().conflicts).toEqual([])
})

test('edits that could not be sent wait, survive a reload and are sent when the server is back', async () => {
  failing = new TypeError('offline')
  const before = openClipEditor(stored)
  before.change({ title: 'Egret' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(before.$view.get().status).toBe('waiting')
  before.close()
  failing = undefined
  const { $view } = openClipEditor(stored)
  expect($view.get().fields.title).toBe('Egret')
  await vi.advanceTimersByTimeAsync(1000)
  expect([stored.title, $view.get().status]).toEqual(['Egret', 'saved'])
  expect(openClipEditor(stored).$view.get().fields.title).toBe('Egret')
})

test('the field of a refused value is known', async () => {
  failing = refusal(400, 'BAD_REQUEST', { message: 'The request is not valid. (keywords.3: badText)' })
  const { change, $view } = openClipEditor(stored)
  change({ keywords: ['a'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect($view.get()).toMatchObject({ status: 'refused', refusedField: 'keywords' })
})

test('a refused edit stays in the form with its reason, and the next one is sent', async () => {
  failing = refusal(409, 'CLIP_INCOMPLETE')
  const { change, $view } = openClipEditor(stored)
  change({ title: '' })
  await vi.advanceTimersByTimeAsync(1000)
  expect($view.get()).toMatchObject({ status: 'refused', refusal: 'CLIP_INCOMPLETE', fields: { title: '' } })
  failing = undefined
  change({ title: 'Egret' })
  await vi.advanceTimersByTimeAsync(1000)
  expect($view.get()).toMatchObject({ status: 'saved', refusal: '' })
})

test('undo goes back by one run of typing, and redo returns', async () => {
  const { change, undo, redo, $view } = openClipEditor(stored)
  change({ title: 'G' })
  change({ title: 'Grey' })
  change({ keywords: ['bird', 'pond'] })
  undo()
  expect($view.get().fields).toMatchObject({ title: 'Grey', keywords: ['bird'] })
  undo()
  expect($view.get()).toMatchObject({ fields: { title: 'Heron' }, canUndo: false, canRedo: true })
  redo()
  redo()
  expect($view.get().fields).toMatchObject({ title: 'Grey', keywords: ['bird', 'pond'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toMatchObject({ title: 'Grey', keywords: ['bird', 'pond'] })
})

test('undo never reverts another person’s change', async () => {
  const { change, undo, look, $view } = openClipEditor(stored)
  change({ title: 'Egret' })
  await vi.advanceTimersByTimeAsync(1000)
  byOther({ title: 'Crane' })
  const looked = look()
  await vi.advanceTimersByTimeAsync(1000)
  await looked
  undo()
  expect($view.get()).toMatchObject({ fields: { title: 'Crane' }, changedByOthers: ['title'] })
})

test('undo takes back what another call of mine has changed', async () => {
  const { take, undo, $view } = openClipEditor(stored)
  take({ ...stored, version: stored.version + 1, title: 'Egret' }, 'mine')
  expect($view.get()).toMatchObject({ fields: { title: 'Egret' }, changedByOthers: [], canUndo: true })
  undo()
  expect($view.get().fields.title).toBe('Heron')
  take({ ...stored, version: stored.version + 2, title: 'Crane', title_ja: '鶴' })
  expect($view.get().changedByOthers).toContain('title_ja')
})

test('a deleted clip has the status gone', async () => {
  const { look, $view } = openClipEditor(stored)
  failing = refusal(404, 'MEDIA_NOT_FOUND')
  const looked = look()
  await vi.advanceTimersByTimeAsync(200)
  await looked
  expect($view.get().status).toBe('gone')
})
