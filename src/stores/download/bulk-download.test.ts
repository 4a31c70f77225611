import JSZip from 'jszip'
import { expect, test } from 'vitest'
import {
  aDownload,
  clips,
  expectStoredBytes,
  saved,
  weight,
} from '../../../tests/support/films/bulk-downloads.ts'
import { asked, atOnce, broken, serveFilms } from '../../../tests/support/films/film-site.ts'

serveFilms()

test('a set is one zip of the stored bytes, with the licence; five are fetched at once', async () => {
  const { start, state, seen } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'done', saved: 12, missing: [] })
  expect(saved.map(({ name }) => name)).toEqual(['nagare_kyoto-autumn_promo.zip'])
  const zip = await JSZip.loadAsync(await saved[0]!.blob.arrayBuffer(), { checkCRC32: true })
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  expect(manifest).toMatchObject({ name: 'Kyoto Autumn', terms: 'https://nagare.example/terms', missing: [] })
  expect(await zip.file('licence.txt')!.async('string')).toBe('12 clips, https://nagare.example/terms')
  expect(manifest.clips).toHaveLength(12)
  await expectStoredBytes(zip)
  expect(zip.file('nagare_clip-1.mp4')).not.toBeNull()
  expect(zip.file('nagare_clip-1 (2).mp4')).not.toBeNull()
  expect(zip.file('nagare_CLIP-1 (3).MP4')).not.toBeNull()
  const unpacked = new Set(Object.keys(zip.files).map((name) => name.toLowerCase()))
  expect(unpacked.size).toBe(14)
  expect(atOnce.most).toBe(5)
  const last = seen.findLast((one) => one.status === 'running')
  expect(last).toMatchObject({ clips: 12, totalClips: 12 })
  expect(saved[0]!.blob.size).toBeGreaterThan(weight())
})

test('of clips with one name the first has it, whichever film comes first', async () => {
  broken.films.set(1, 1)
  await aDownload().start([clips[0]!, clips[10]!, clips[11]!])
  const zip = await JSZip.loadAsync(await saved[0]!.blob.arrayBuffer())
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  const named = manifest.clips.map(({ file, clip }: { file: string; clip: string }) => [clip.slice(-2), file])
  expect(Object.fromEntries(named)).toEqual({
    ...{ '/1': 'nagare_clip-1.mp4', 11: 'nagare_clip-1 (2).mp4', 12: 'nagare_CLIP-1 (3).MP4' },
  })
})

test('each clip is signed right before it is fetched, not all of them at the beginning', async () => {
  await aDownload().start(clips)
  const firstFilm = asked.findIndex((path) => path.startsWith('/films/'))
  expect(asked.slice(0, firstFilm).length).toBeLessThanOrEqual(5)
  expect(asked.filter((path) => path === '/api/media-sign-promo')).toHaveLength(12)
})

test('very large films are fetched one after the other', async () => {
  await aDownload().start(clips.slice(0, 4).map((clip) => ({ ...clip, byte_size: 120_000_000 })))
  expect(atOnce.most).toBe(1)
  expect(saved).toHaveLength(1)
})

test('during a download another click does nothing', async () => {
  const { start } = aDownload()
  await Promise.all([start(clips), start(clips), start(clips)])
  expect(saved).toHaveLength(1)
  expect(asked).toHaveLength(24)
})
