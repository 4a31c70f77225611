import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type JSZip from 'jszip'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import { leavesOf, type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import type { Deps } from '#server/deps.ts'
import { addPicture, pictureKey } from './pictures.ts'
import { usedPictures } from './used-pictures.ts'
import { readDraft, saveDraft } from './versions.ts'

const SETTINGS = 'shop.json'
const PICTURES = 'pictures/'
/** Bytes of a part, unpacked: a small file may claim to be a large one. */
const LARGEST_PART = 4e6

type TransferDeps = Pick<Deps, 'db' | 'storage' | 'site' | 'log' | 'now'>

/** The draft with its pictures as one ZIP file, for another shop or for later. */
export async function exportShop(deps: TransferDeps): Promise<Uint8Array<ArrayBuffer>> {
  const { settings } = await readDraft(deps)
  const { default: Zip } = await import('jszip')
  const zip = new Zip()
  zip.file(SETTINGS, JSON.stringify({ format: 1, settings: { words: {}, ...settings } }, null, 2))
  for (const { name } of usedPictures(settings))
    zip.file(PICTURES + name, await buffer(await deps.storage.read(pictureKey(name))))
  return Uint8Array.from(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }))
}

/**
 * Makes such a file the draft; its pictures are cleaned again. Settings that it lacks stay as they are.
 * @throws AppError('shopFileInvalid'), as addPicture() and saveDraft()
 */
export async function importShop(
  deps: TransferDeps,
  by: Person,
  { bytes, revision }: { bytes: string; revision: number },
): Promise<{ revision: number }> {
  const { default: Zip } = await import('jszip')
  const zip = await Zip.loadAsync(bytes, { base64: true }).catch((cause) => {
    throw new AppError('shopFileInvalid', '', { cause })
  })
  const { settings: present } = await readDraft(deps)
  const { words, ...sent } = await settingsIn(zip)
  // Words are whole: those that it does not change are ours.
  let settings: Tree = words === undefined ? present : { ...present, words }
  for (const [path, value] of leavesOf(sent)) settings = withSetting(settings, path, value)
  for (const { path, name, use } of usedPictures(settings)) {
    const file = zip.file(PICTURES + name)
    if (!file) continue
    const picture = await addPicture(deps, { use, bytes: (await partOf(file)).toString('base64') })
    settings = withSetting(settings, path, picture.name)
  }
  return saveDraft(deps, by, { settings, revision })
}

async function settingsIn(zip: JSZip): Promise<Tree> {
  const file = zip.file(SETTINGS)
  const text = file && (await partOf(file)).toString('utf8')
  try {
    return z.object({ settings: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text ?? '')).settings
  } catch (cause) {
    throw new AppError('shopFileInvalid', '', { cause })
  }
}

/** @throws AppError('shopFileInvalid') once it is too large */
async function partOf(file: JSZip.JSZipObject): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    // It gives an old kind of stream.
    for await (const part of new Readable().wrap(file.nodeStream())) {
      size += part.length
      if (size > LARGEST_PART) throw new Error('a part is too large')
      parts.push(Buffer.from(part))
    }
  } catch (cause) {
    throw new AppError('shopFileInvalid', '', { cause })
  }
  return Buffer.concat(parts)
}
