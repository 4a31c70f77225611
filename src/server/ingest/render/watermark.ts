import sharp from 'sharp'
import type { Size } from '#server/ingest/still/motion.ts'
import { letterPath } from './stroke-letters.ts'

/** Raised when the drawing changes, so that films made with it get new names. */
export const WATERMARK_VERSION = 1

/** Three currents, the mark of the product, in a box of 10 by 6. */
const CURRENTS = [1, 3, 5].map((y) => `M0 ${y}c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0`).join('')
const GAP = 3

/** PNG with transparency, as large as the film: mark and site name in a slanted grid, light with a dark rim. */
export async function drawWatermark(size: Size, siteName: string): Promise<Buffer> {
  return sharp(Buffer.from(watermarkSvg(size, siteName)))
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Letters are strokes of our own, so that the mark is there on machines without any font. */
function watermarkSvg({ width, height }: Size, siteName: string): string {
  const unit = Math.min(width, height) / 140
  const word = letterPath(siteName)
  const wide = 10 + (word ? GAP + word.width : 0)
  const [across, down] = [wide + 36, 42]
  const lockup = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><path d="${CURRENTS}"/>${word ? `<path transform="translate(${10 + GAP} 0)" d="${word.path}"/>` : ''}</g>`
  const drawing = lockup(4, 7) + lockup(4 - across / 2, 28) + lockup(4 + across / 2, 28)
  const strokes = (color: string, weight: number, opacity: number) =>
    `<g fill="none" stroke="${color}" stroke-width="${weight}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="p" patternUnits="userSpaceOnUse" width="${across}" height="${down}" patternTransform="scale(${unit}) rotate(-24)">
${strokes('#000', 1.5, 0.15)}${strokes('#fff', 0.8, 0.3)}
</pattern></defs><rect width="100%" height="100%" fill="url(#p)"/></svg>`
}
