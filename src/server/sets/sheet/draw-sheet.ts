import sharp from 'sharp'
import { readPoster } from '#server/media/read-poster.ts'
import type { Storage } from '#server/media/storage.ts'
import { type Cell, SHEET, sheetCells } from './sheet-cells.ts'

export interface SheetPoster {
  /** `poster_base`: a path on this site. */
  base: string
  /** Ascending. */
  widths: readonly number[]
  /** Drawn if the poster is gone. */
  color: string
}

const BACKGROUND = '#101010'

/** The sheet as JPEG. @throws AppError('unavailable') if the storage does not answer */
export async function drawSheet(
  storage: Pick<Storage, 'read'>,
  posters: readonly SheetPoster[],
): Promise<Buffer> {
  const cells = sheetCells(posters.length)
  const parts = []
  // One at a time, to leave CPU for visitors.
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
  { base, widths, color }: SheetPoster,
  { width, height }: Cell,
): Promise<Buffer> {
  const wideEnough = widths.find((each) => each >= width) ?? widths.at(-1)
  const bytes = await readPoster(storage, base, wideEnough)
  const image = bytes
    ? sharp(bytes).resize(width, height, { fit: 'cover' })
    : sharp({ create: { width, height, channels: 3, background: color } })
  return image.png({ compressionLevel: 1 }).toBuffer()
}
