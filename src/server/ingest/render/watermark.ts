import sharp from 'sharp'
import type { Size } from '#domain/clips/film-size.ts'
import { wordOutline } from './word-outline.ts'

/** Raise when the drawing changes, so that films made with it get new names. */
export const WATERMARK_VERSION = 2

/** Three waves, the mark of the product, in a box of 10 by 6. */
const WAVES = [1, 3, 5].map((y) => `M0 ${y}c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0`).join('')
const GAP = 2.5
/** Widths of the light line, and of the dark rim on both sides of it. */
const LINE = 0.8
const RIM = 0.7

/** PNG with transparency, as large as the film: mark and site name in a slanted grid, light with a dark rim. */
export async function drawWatermark(size: Size, siteName: string): Promise<Buffer> {
  return sharp(Buffer.from(watermarkSvg(size, siteName)))
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Letters are outlines, so the mark needs no font on the machine. */
function watermarkSvg({ width, height }: Size, siteName: string): string {
  const unit = Math.min(width, height) / 140
  const word = wordOutline(siteName)
  const across = 10 + (word ? GAP + word.width : 0) + 36
  const down = 42
  const lockup = (rim: number) =>
    `<path d="${WAVES}" fill="none" stroke-width="${LINE + rim}"/>` +
    (word ? `<path d="${word.path}" transform="translate(${10 + GAP} 0)" stroke-width="${rim}"/>` : '')
  const layer = (color: string, rim: number, opacity: number) =>
    `<g fill="${color}" stroke="${color}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}">
<g transform="translate(4 7)">${lockup(rim)}</g>
<g transform="translate(${4 - across / 2} 28)">${lockup(rim)}</g>
<g transform="translate(${4 + across / 2} 28)">${lockup(rim)}</g></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="p" patternUnits="userSpaceOnUse" width="${across}" height="${down}" patternTransform="scale(${unit}) rotate(-24)">
${layer('#000', RIM, 0.15)}${layer('#fff', 0, 0.3)}
</pattern></defs><rect width="100%" height="100%" fill="url(#p)"/></svg>`
}
