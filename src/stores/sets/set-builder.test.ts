import { beforeEach, expect, test, vi } from 'vitest'
import { $auth } from '#stores/auth/auth.ts'
import { type BuilderClip, openSetBuilder, problemOf } from './set-builder.ts'

const aClip = (id: number): BuilderClip => ({
  id,
  title: `Clip ${id}`,
  title_ja: '',
  media: { thumbnail_url: `/${id}.jpg`, watermarked_url: `/${id}.mp4`, dominant_color: '#808080' },
})

const EMPTY = { name: '', days: '7', description: '', unguessable: false, clips: [] }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  $auth.set({
    id: 1,
    name: 'Ryo',
    membership: 'free',
    email: 'ryo@example.com',
    token: 'good',
    refresh_token: 'r0',
    expires_in: 900,
    expiry_time: Date.now() + 900_000,
  })
})

function aBuilder(clips: number[] = []) {
  const builder = openSetBuilder('promotion')
  for (const id of clips) builder.add(aClip(id))
  return { ...builder, ids: () => builder.$draft.get().clips.map(({ id }) => id) }
}

test('clips stay in the order added, each once, and can be moved', () => {
  const { ids, add, remove, move } = aBuilder([1, 2, 3, 4])
  add(aClip(2))
  expect(ids()).toEqual([1, 2, 3, 4])
  move(4, 0)
  expect(ids()).toEqual([4, 1, 2, 3])
  move(4, 2)
  expect(ids()).toEqual([1, 2, 4, 3])
  move(4, -1)
  expect(ids()).toEqual([4, 1, 2, 3])
  move(4, 2)
  move(1, 99)
  move(9, 0)
  expect(ids()).toEqual([2, 4, 3, 1])
  remove(4)
  expect(ids()).toEqual([2, 3, 1])
})

test('a set has at most two hundred', () => {
  const { ids, add } = aBuilder(Array.from({ length: 200 }, (_, n) => n + 1))
  expect(add(aClip(201))).toBe(false)
  expect(add(aClip(200))).toBe(true)
  expect(ids()).toHaveLength(200)
})

test('a draft survives a reload, one per kind of set', () => {
  const { change } = aBuilder([3, 1])
  change({ name: 'Kyoto Autumn' })
  change({ days: '14' })
  expect(openSetBuilder('promotion').$draft.get()).toMatchObject({ name: 'Kyoto Autumn', days: '14' })
  expect(aBuilder().ids()).toEqual([3, 1])
  expect(openSetBuilder('collection').$draft.get()).toMatchObject({ name: '', clips: [] })
})

test.each(['{', 'null', '{"name":1}', '{"name":"","days":"7","clips":[{"id":"x"}]}'])(
  'a kept draft that is none (%s) is left aside',
  (value) => {
    sessionStorage.setItem('set-draft-promotion', value)
    expect(openSetBuilder('promotion').$draft.get()).toEqual(EMPTY)
  },
)

test.each([
  ['', '7', 'nameEmpty'],
  ['../x', '7', 'badName'],
  ['🌸', '7', 'badName'],
  ['a'.repeat(81), '7', 'badName'],
  ['静かな 雨', '7', undefined],
  ['Kyoto', '0', 'badDays'],
  ['Kyoto', '91', 'badDays'],
  ['Kyoto', '1.5', 'badDays'],
  ['Kyoto', '', 'badDays'],
  ['Kyoto', '90', undefined],
])('name %j for %j days: %s', (name, days, problem) => {
  expect(problemOf({ name, days, clips: [aClip(1)] }, 'promotion')).toBe(problem)
})

test('missing clips are reported first, and a curated set has no days', () => {
  expect(problemOf({ name: '', days: '', clips: [] }, 'promotion')).toBe('noClips')
  expect(problemOf({ name: 'Kyoto', days: '', clips: [aClip(1)] }, 'collection')).toBeUndefined()
})

test('it is created once, by the ids in their order, and the draft is empty afterwards', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push([url, JSON.parse(body)])
    return Response.json({ name: 'Kyoto', url: 'https://x/promo/kyoto' }, { status: 201 })
  })
  const { save, change, $draft } = aBuilder([5, 2])
  change({ name: 'Kyoto' })
  change({ description: 'Red leaves' })
  const [first, second] = await Promise.all([save(), save()])
  expect([first?.url, second]).toEqual(['https://x/promo/kyoto', undefined])
  const words = { promo_name: 'Kyoto', description: 'Red leaves', unguessable: false }
  expect(sent).toEqual([['/api/promo', { ...words, source_ids: [5, 2], expires_in_days: 7 }]])
  expect($draft.get()).toEqual(EMPTY)
  vi.unstubAllGlobals()
})

test('a refused draft stays, to be changed', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 'SET_NAME_TAKEN', message: '', request_id: '' }, { status: 409 }),
  )
  const { save, ids } = aBuilder([5])
  await expect(save()).rejects.toMatchObject({ status: 409 })
  expect(ids()).toEqual([5])
  await expect(save()).rejects.toMatchObject({ status: 409 })
  vi.unstubAllGlobals()
})

test('unguessable letters are the default for curated sets only', () => {
  expect(openSetBuilder('collection').$draft.get().unguessable).toBe(true)
  const { change, $draft } = openSetBuilder('promotion')
  expect($draft.get().unguessable).toBe(false)
  change({ unguessable: true })
  expect(openSetBuilder('promotion').$draft.get().unguessable).toBe(true)
})

test('a set keeps its URL when changed, and the draft of a new one stays', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, url, JSON.parse(body)])
    return Response.json({ name: 'Rain', url: 'https://x/curated/quiet-rain' })
  })
  openSetBuilder('collection').change({ name: 'New one' })
  const sources = [1, 2].map((id) => ({ ...aClip(id), file_name: `${id}.mp4` })) as never[]
  const set = { id: 'quiet-rain', name: 'Quiet Rain', description: 'Old', og_image_url: '', sources }
  const { save, add, move, change, $draft } = openSetBuilder('collection', set)
  expect($draft.get()).toMatchObject({ name: 'Quiet Rain', description: 'Old' })
  change({ name: 'Rain' })
  add(aClip(3))
  move(3, 0)
  await save()
  const wanted = { curated_name: 'Rain', source_ids: [3, 1, 2] }
  expect(sent).toEqual([['PUT', '/api/curated/quiet-rain', wanted]])
  const words = openSetBuilder('collection', set)
  words.change({ description: 'New' })
  await words.save()
  expect(sent[1]).toEqual(['PUT', '/api/curated/quiet-rain', { description: 'New' }])
  expect(openSetBuilder('collection').$draft.get().name).toBe('New one')
  vi.unstubAllGlobals()
})
