import { createHash } from 'node:crypto'
import type JSZip from 'jszip'
import { beforeEach, expect, vi } from 'vitest'
import { type BulkState, openBulkDownload } from '#stores/download/bulk-download.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { FILE_NAMES, FILMS } from './film-site.ts'

/** Files passed to the browser for saving. */
export const saved: { blob: Blob; name: string }[] = []
// Hoisted above the imports, so that the store below uses it.
vi.mock('file-saver', () => ({ saveAs: (blob: Blob, name: string) => saved.push({ blob, name }) }))
beforeEach(() => void saved.splice(0))

/** The films as clips of a set. */
export const clips = [...FILMS].map(
  ([id, film]): SetClip => ({
    id,
    title: `Clip ${id} 静か`,
    file_name: FILE_NAMES.get(id) ?? `clip-${id}.mp4`,
    cloudpath: `full/${id}.mp4`,
    byte_size: film.length,
    video_url: '',
    watermarked_url: '',
    poster: '',
    posterWidth: 1280,
    width: 1920,
  }),
)

/** A download with all its states. By default no set is large. */
export function aDownload(options: { largeBytes?: number } = { largeBytes: Number.POSITIVE_INFINITY }) {
  const seen: BulkState[] = []
  const download = openBulkDownload({
    set: { kind: 'promotion', id: 'kyoto-autumn', name: 'Kyoto Autumn' },
    siteName: 'Nagare',
    page: 'https://nagare.example/promo/kyoto-autumn',
    licenceText: ({ clips, terms }) => `${clips.length} clips, ${terms}`,
    ...options,
  })
  download.$state.listen((state) => seen.push(state))
  return { ...download, seen, state: () => download.$state.get() }
}

export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Expects every film of the manifest in the zip, byte by byte. */
export async function expectStoredBytes(zip: JSZip): Promise<void> {
  const { clips } = JSON.parse(await zip.file('manifest.json')!.async('string'))
  for (const { file, clip, licence, certificate } of clips) {
    const id = Number(clip.split('/').at(-1))
    expect(hash(await zip.file(file)!.async('uint8array'))).toBe(hash(FILMS.get(id)!))
    expect([licence, certificate]).toEqual([`licence-${id}`, `https://nagare.example/licence/licence-${id}`])
  }
  expect(Object.keys(zip.files)).toHaveLength(clips.length + 2)
}

/** Size of all films in bytes. */
export const weight = () => clips.reduce((sum, { byte_size }) => sum + byte_size, 0)
