import type { Media } from '#contract/clips.ts'
import type { SitePath } from '#domain/address/locale-path.ts'

/** What link previews show of a page. */
export interface SharedImage {
  path: SitePath
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
  /** What is to be seen. */
  alt: string
}

type WithPosters = { media: Pick<Media, 'poster_base' | 'poster_widths' | 'width' | 'height'> }

/** As previews show them best; the sheets of sets are drawn in it, too. */
const PREVIEW = { width: 1200, height: 630 }

/** The mark alone, for pages that show no clip: whatever the site is called. */
export function markImage(alt: string): SharedImage {
  return { path: '/card.png', ...PREVIEW, type: 'image/png', alt }
}

/** The widest poster of a clip. JPEG: not every reader of previews knows a newer form. */
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

/** The picture of a set: its clips on one sheet, or the first one's poster until that is drawn. */
export function setImage(
  { og_image_url: path, sources }: { og_image_url: string; sources: readonly WithPosters[] },
  alt: string,
): SharedImage | undefined {
  const [first] = sources
  if (path.startsWith('/media/sheet/')) return { path: path as SitePath, ...PREVIEW, type: 'image/jpeg', alt }
  return first && posterImage(first, alt)
}
