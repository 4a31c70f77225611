import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { $auth } from '#stores/auth/auth.ts'
import { aDownload, clips, hash, saved, weight } from '../../../tests/support/films/bulk-downloads.ts'
import { asked, broken, FILMS, serveFilms } from '../../../tests/support/films/film-site.ts'

serveFilms()

test('a film that fails once is fetched again, one that fails twice is listed and the rest saved', async () => {
  broken.films.set(3, 1).set(8, 2)
  const { start, state, seen } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'done', saved: 11, missing: [clips[7]] })
  const zip = await JSZip.loadAsync(await saved[0]!.blob.arrayBuffer(), { checkCRC32: true })
  expect(hash(await zip.file('nagare_clip-3.mp4')!.async('uint8array'))).toBe(hash(FILMS.get(3)!))
  expect(zip.file('nagare_clip-8.mp4')).toBeNull()
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  expect(manifest.missing).toEqual([{ title: 'Clip 8 静か', clip: 'https://nagare.example/m/8' }])
  const most = Math.max(...seen.map((one) => (one.status === 'running' ? one.bytes : 0)))
  expect(most).toBeLessThanOrEqual(weight())
})

test('without films nothing is saved', async () => {
  for (const { id } of clips) broken.films.set(id, 2)
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'nothing' })
  expect(saved).toEqual([])
})

test.each(['UPGRADE_REQUIRED', 'SET_NOT_FOUND', 'SIGN_IN_REQUIRED'])(
  'what concerns every clip ends the whole, and is said: %s',
  async (status) => {
    for (const { id } of clips) broken.signatures.set(id, { times: 9, status })
    const { start, state } = aDownload()
    await start(clips)
    expect(state()).toEqual({ status: 'failed', why: 'refused', code: status })
    expect(asked.length).toBeLessThan(12)
  },
)

test('a promotion that ends meanwhile stops the download, with the reason', async () => {
  for (const { id } of clips.slice(5)) broken.signatures.set(id, { times: 9, status: 'PROMOTION_ENDED' })
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'refused', code: 'PROMOTION_ENDED' })
  expect(saved).toEqual([])
  expect(asked.filter((path) => path === '/api/media-sign-promo').length).toBeLessThan(12)
})

test('a cancelled one saves nothing, ends its fetches, and can be started again', async () => {
  const { start, cancel, state, $state } = aDownload()
  const stop = $state.listen((one) => one.status === 'running' && one.clips === 3 && cancel())
  await start(clips)
  stop()
  expect(state()).toEqual({ status: 'failed', why: 'cancelled' })
  expect(saved).toEqual([])
  expect(asked.length).toBeLessThan(24)
  await start(clips)
  expect(state()).toMatchObject({ status: 'done', saved: 12 })
})

test('an ended session is reported', async () => {
  $auth.set(undefined)
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'refused', code: 'SIGN_IN_REQUIRED' })
})
