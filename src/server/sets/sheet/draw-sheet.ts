import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { isAppError } from '#contract/errors.ts'
import type { Storage } from '#server/media/storage.ts'
import { type Cell, SHEET, sheetCells } from './sheet-cells.ts'

export interface SheetPoster {
  /** `poster_base`: a path on this site. */
  base: string
  /** Ascending. */
  widths: readonly number[]
  /** Drawn where the poster is gone. */
  color: string
}

const BACKGROUND = '#101010'

/** The sheet as JPEG. @throws AppError('unavailable') where the storage does not answer */
export async function drawSheet(
  storage: Pick<Storage, 'read'>,
  posters: readonly SheetPoster[],
): Promise<Buffer> {
  const cells = sheetCells(posters.length)
  const parts = []
  // One at a time, to leave processor time for visitors.
  for (const [index, cell] of cells.entries()) {
    const input = await drawCell(storage, posters[index]!, cell)
    parts.push({ input, left: cell.left, top: cell.top })
  }
  return sharp({ create: { ...SHEET, channels: 3, background: BACKGROUND } })
    .composite(parts)
    .jpeg({ quality: 80, progressive: true })
    .toBuffer()
}

async function drawCell(
  storage: Pick<Storage, 'read'>,
  poster: SheetPoster,
  { width, height }: Cell,
): Promise<Buffer> {
  const bytes = await readPoster(storage, poster, width)
  const image = bytes
    ? sharp(bytes).resize(width, height, { fit: 'cover' })
    : sharp({ create: { width, height, channels: 3, background: poster.color } })
  return image.png({ compressionLevel: 1 }).toBuffer()
}

/** The smallest poster that is wide enough; undefined where the clip's files are gone. */
async function readPoster(
  storage: Pick<Storage, 'read'>,
  { base, widths }: SheetPoster,
  width: number,
): Promise<Buffer | undefined> {
  const chosen = widths.find((each) => each >= width) ?? widths.at(-1)
  const key = `${base.replace(/^\/media\//, '')}/${chosen}.jpg`
  try {
    return await buffer(await storage.read(key))
  } catch (error) {
    if (isAppError(error) && error.code === 'mediaNotFound') return undefined
    throw error
  }
}
