import { hash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { ShopPicture } from '#contract/studio/shop/shop.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { ICON_SIDES, iconName } from '#domain/shop/picture-name.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { contentTypeOf } from '#server/media/content-type.ts'
import { cleanSvg } from './clean-svg.ts'

/** Bytes of all pictures together. */
const ALL_BYTES = 10e6
/** Pixels of a picture that is sent; decoding takes four bytes for each. */
const MOST_PIXELS = 25e6
/** Unused pictures of the last day may belong to an edit that is not saved. */
const UNUSED_MS = DAY_MS

type Use = ShopPicture['use']

/** What becomes of a picture that is no SVG: the largest size in pixels, whether it fills that, and its form. */
const FORMS: Record<Use, { width: number; height: number; fills?: true; form: 'png' | 'jpg' }> = {
  logo: { width: 800, height: 160, form: 'png' },
  icon: { width: 512, height: 512, fills: true, form: 'png' },
  card: { width: 1200, height: 630, fills: true, form: 'jpg' },
  wide: { width: 2400, height: 1350, form: 'jpg' },
}

export const pictureKey = (name: string) => `shop/${name}`

interface Made {
  name: string
  bytes: Buffer
}

/**
 * Stores a picture, cleaned or encoded anew. @returns its name in settings, which has its size: `HASH-WxH.png`
 * @throws AppError('pictureInvalid' | 'picturesFull')
 */
export async function addPicture(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  { use, bytes: sent }: ShopPicture,
): Promise<{ name: string }> {
  const made = await makePicture(use, Buffer.from(sent, 'base64'))
  const files = use === 'icon' ? [made, ...(await iconsOf(made))] : [made]
  await makeRoom({ db, storage, now }, files)
  // Before the rows: a file without a row takes room, a row without a file breaks pages.
  for (const { name, bytes } of files) await storage.put(pictureKey(name), bytes, contentTypeOf(name))
  const created = now().toISOString()
  await db
    .insertInto('shop_pictures')
    .values(files.map(({ name, bytes }) => ({ name, bytes: bytes.length, created })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created }))
    .execute()
  return { name: made.name }
}

async function makePicture(use: Use, sent: Buffer): Promise<Made> {
  const isText = !sent.includes(0) && /^\s*(?:\uFEFF)?\s*</.test(sent.toString('utf8', 0, 200))
  if (isText) {
    const drawing = use === 'card' || use === 'wide' ? undefined : await cleanSvg(sent.toString('utf8'))
    if (!drawing) throw new AppError('pictureInvalid')
    return named(Buffer.from(drawing.svg), { ...drawing, form: 'svg' })
  }
  const { default: sharp } = await import('sharp')
  const { width, height, fills, form } = FORMS[use]
  try {
    const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, pages: 1 })
    const { format } = await picture.metadata()
    if (!['png', 'jpeg', 'webp'].includes(format)) throw new AppError('pictureInvalid')
    const fitted = picture.autoOrient().resize(width, height, {
      fit: fills ? (use === 'icon' ? 'contain' : 'cover') : 'inside',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      withoutEnlargement: !fills,
    })
    const encoded =
      form === 'png' ? fitted.png({ compressionLevel: 9 }) : fitted.flatten().jpeg({ quality: 85 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return named(data, { width: info.width, height: info.height, form })
  } catch (cause) {
    throw new AppError('pictureInvalid', '', { cause })
  }
}

function named(
  bytes: Buffer,
  { width, height, form }: { width: number; height: number; form: string },
): Made {
  return { bytes, name: `${hash('sha256', bytes).slice(0, 32)}-${width}x${height}.${form}` }
}

/** Squares of an icon: `HASH-180.png` of `HASH-512x512.png`. */
async function iconsOf({ name, bytes }: Made): Promise<Made[]> {
  const { default: sharp } = await import('sharp')
  return Promise.all(
    ICON_SIDES.map(async (side) => ({
      name: iconName(name, side),
      bytes: await sharp(bytes, { limitInputPixels: MOST_PIXELS, density: 300 })
        .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    })),
  ).catch((cause) => {
    throw new AppError('pictureInvalid', '', { cause })
  })
}

/** Removes unused pictures if there is no room. @throws AppError('picturesFull') */
async function makeRoom(deps: Pick<Deps, 'db' | 'storage' | 'now'>, files: readonly Made[]): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (needed + (await bytesOf(deps.db)) <= ALL_BYTES) return
  await removeUnused(deps)
  if (needed + (await bytesOf(deps.db)) > ALL_BYTES) throw new AppError('picturesFull')
}

async function bytesOf(db: Db): Promise<number> {
  const row = await db
    .selectFrom('shop_pictures')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Pictures that no version and no draft names. */
async function removeUnused({ db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>): Promise<void> {
  const texts = [
    ...(await db.selectFrom('shop_versions').select('document').execute()),
    ...(await db.selectFrom('shop_drafts').select('document').execute()),
  ].map(({ document }) => document)
  const before = new Date(now().getTime() - UNUSED_MS).toISOString()
  const old = await db.selectFrom('shop_pictures').select('name').where('created', '<', before).execute()
  for (const { name } of old) {
    const content = name.split('-', 1)[0]!
    if (texts.some((text) => text.includes(content))) continue
    await db.deleteFrom('shop_pictures').where('name', '=', name).execute()
    await storage.delete(pictureKey(name))
  }
}

/** Names that settings give and nobody has sent. */
export async function unknownPictures(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('shop_pictures').select('name').where('name', 'in', names).execute()
  return names.filter((name) => !rows.some((row) => row.name === name))
}
