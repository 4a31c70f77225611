import type { Media } from '#contract/clips/clips.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { picturePath } from '#domain/shop/picture-name.ts'

/** The image of a link preview. */
export interface SharedImage {
  path: SitePath
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
  /** Description of the picture. */
  alt: string
}

type WithPosters = { media: Pick<Media, 'poster_base' | 'poster_widths' | 'width' | 'height'> }

/** The usual size of link previews, also of sheets. */
const PREVIEW = { width: 1200, height: 630 }

/** The shop's own picture or mark, for pages without a clip. @param card the picture's name; empty without one */
export function markImage(alt: string, card: string): SharedImage {
  if (card) return { path: picturePath(card), ...PREVIEW, type: 'image/jpeg', alt }
  return { path: '/card.png', ...PREVIEW, type: 'image/png', alt }
}

/** Widest poster of a clip, as JPEG: not every consumer reads newer formats. */
export function posterImage({ media }: WithPosters, alt: string): SharedImage {
  const width = media.poster_widths.at(-1) ?? media.width
  return {
    path: `${media.poster_base}/${width}.jpg` as SitePath,
    width,
    height: Math.round((width * media.height) / media.width),
    type: 'image/jpeg',
    alt,
  }
}

/** Image of a set: its sheet, or the first poster until the sheet exists. */
export function setImage(
  { og_image_url: path, sources }: { og_image_url: string; sources: readonly WithPosters[] },
  alt: string,
): SharedImage | undefined {
  const [first] = sources
  if (path.startsWith('/media/sheet/')) return { path: path as SitePath, ...PREVIEW, type: 'image/jpeg', alt }
  return first && posterImage(first, alt)
}
