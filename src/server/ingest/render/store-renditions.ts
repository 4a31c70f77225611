import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { POSTER_FORMS } from '#server/ingest/plan/rendition-keys.ts'
import type { Finished, StepProgress } from '#server/ingest/steps.ts'
import type { FilmFacts, RenditionKeys, TileFacts } from '#server/library/clip-details.ts'
import { contentTypeOf } from '#server/media/content-type.ts'
import { stillKey } from '#server/media/poster-paths.ts'
import type { Storage } from '#server/media/storage.ts'
import { originalKey } from '#server/media/storage-key.ts'

const AT_ONCE = 4
/** Milliseconds. An older object is stored again, because a sweep may be about to delete it. */
const FRESH = 12 * HOUR_MS

interface Tile {
  keys: Pick<RenditionKeys, 'poster' | 'preview' | 'previewAv1'>
  tile: Finished<TileFacts>
  now: Date
}

interface Renditions extends Tile {
  keys: RenditionKeys
  films: Finished<FilmFacts>
}

/** Stores the posters and the hover preview. */
export async function storeTile(storage: Storage, { keys, tile, now }: Tile): Promise<void> {
  await Promise.all(tileFiles(keys, tile).map((file) => storeOnce(storage, file, now)))
}

export async function storeOriginal(
  storage: Storage,
  { input, contentHash, now }: { input: string; contentHash: string; now: Date },
): Promise<void> {
  await storeOnce(storage, [originalKey(contentHash), input], now)
}

/** Stores every file of a clip, except those that a killed run has stored. */
export async function storeRenditions(
  storage: Storage,
  { keys, tile, films, now }: Renditions,
  onProgress: (progress: StepProgress) => void,
): Promise<void> {
  const files: StoredFile[] = [
    ...tileFiles(keys, tile),
    [keys.watermarked, join(films.folder, 'watermarked.mp4')],
    [keys.full, join(films.folder, 'full.mp4')],
  ]
  const limit = pLimit(AT_ONCE)
  let done = 0
  const store = async (file: StoredFile) => {
    await storeOnce(storage, file, now)
    onProgress({ step: 'storing', ratio: ++done / files.length })
  }
  await Promise.all(files.map((file) => limit(store, file)))
}

/** Key and path. */
type StoredFile = [string, string]

function tileFiles(keys: Tile['keys'], { folder, facts }: Tile['tile']): StoredFile[] {
  const posters = facts.widths.flatMap((width) => POSTER_FORMS.map((form) => `${width}.${form}`))
  return [
    ...posters.map((name): StoredFile => [`${keys.poster}/${name}`, join(folder, name)]),
    [keys.preview, join(folder, 'preview.mp4')],
    ...(facts.still ? [[stillKey(keys), join(folder, 'still.webp')] satisfies StoredFile] : []),
    ...(facts.av1 ? [[keys.previewAv1, join(folder, 'preview.av1.mp4')] satisfies StoredFile] : []),
  ]
}

async function storeOnce(storage: Storage, [key, path]: StoredFile, now: Date): Promise<void> {
  if (!(await isStored(storage, key, path, now))) await storage.put(key, { path }, contentTypeOf(key))
}

async function isStored(storage: Storage, key: string, path: string, now: Date): Promise<boolean> {
  const object = await storage.stat(key)
  if (!object || now.getTime() - object.modified.getTime() > FRESH) return false
  return object.size === (await stat(path)).size
}
