import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { POSTER_FORMS } from '#server/ingest/plan/rendition-keys.ts'
import type { StepProgress } from '#server/ingest/steps.ts'
import type { RenditionKeys } from '#server/library/clip-details.ts'
import { contentTypeOf } from '#server/media/content-type.ts'
import type { Storage } from '#server/media/storage.ts'
import { originalKey } from '#server/media/storage-key.ts'
import type { Renditions } from './render.ts'

const AT_ONCE = 4
/** Milliseconds. An older object is stored again, because a sweep may be about to delete it. */
const FRESH = 12 * HOUR_MS

interface Stored {
  keys: RenditionKeys
  now: Date
}

/** Stores the posters and the hover preview. */
export async function storeTile(
  storage: Storage,
  { keys, tile, now }: Stored & Pick<Renditions, 'tile'>,
): Promise<void> {
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
  { keys, renditions, now }: Stored & { renditions: Renditions },
  onProgress: (progress: StepProgress) => void,
): Promise<void> {
  const files = filesByKey(keys, renditions)
  const limit = pLimit(AT_ONCE)
  let done = 0
  const store = async (file: [string, string]) => {
    await storeOnce(storage, file, now)
    onProgress({ step: 'storing', ratio: ++done / files.length })
  }
  await Promise.all(files.map((file) => limit(store, file)))
}

async function storeOnce(storage: Storage, [key, path]: [string, string], now: Date): Promise<void> {
  if (!(await isStored(storage, key, path, now))) await storage.put(key, { path }, contentTypeOf(key))
}

function filesByKey(keys: RenditionKeys, { tile, films }: Renditions): [string, string][] {
  return [
    ...tileFiles(keys, tile),
    [keys.watermarked, join(films.folder, 'watermarked.mp4')],
    [keys.full, join(films.folder, 'full.mp4')],
  ]
}

function tileFiles(keys: RenditionKeys, tile: Renditions['tile']): [string, string][] {
  const posters = tile.facts.widths.flatMap((width) => POSTER_FORMS.map((form) => `${width}.${form}`))
  return [
    ...posters.map((name): [string, string] => [`${keys.poster}/${name}`, join(tile.folder, name)]),
    [keys.preview, join(tile.folder, 'preview.mp4')],
    ...(tile.facts.av1 ? [[keys.previewAv1, join(tile.folder, 'preview.av1.mp4')] as [string, string]] : []),
  ]
}

async function isStored(storage: Storage, key: string, path: string, now: Date): Promise<boolean> {
  const object = await storage.stat(key)
  if (!object || now.getTime() - object.modified.getTime() > FRESH) return false
  return object.size === (await stat(path)).size
}
