import type { SlideVideo } from 'yet-another-react-lightbox'
import type { SetKind } from '#domain/sets/set-kind.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'

/** A slide; `film` and `title` are ours, the other fields the library's. */
export interface ClipSlide extends SlideVideo {
  id: number
  src: string
  title: string
  width: number
  height: number
  /** Width of the film in pixels, the limit of zooming. */
  film: number
}

export interface Size {
  width: number
  height: number
}

/** Size of a slide without a thumbnail. */
const FALLBACK: Size = { width: 1080, height: 780 }

export interface SlideOptions {
  kind: SetKind
  /** Token of a paid member for a curated set; others see the watermark there. */
  token: string | undefined
  /** Pixel size of a clip's thumbnail, once it has loaded. */
  sizeOf: (id: number) => Size | undefined
  /** Autoplay and loop; off for reduced motion and in a slideshow, which moves on after the end. */
  autoPlay: boolean
  loop: boolean
}

export function slideOf(clip: SetClip, { kind, token, sizeOf, autoPlay, loop }: SlideOptions): ClipSlide {
  const { id, title, poster, posterWidth, width: film } = clip
  const full = fullAddress(clip, kind, token)
  // The browser falls back to the second source.
  const films = full ? [full, clip.watermarked_url] : [clip.watermarked_url]
  return {
    id,
    type: 'video',
    src: films[0]!,
    title,
    poster,
    ...sizeLike(sizeOf(id), posterWidth),
    film,
    sources: films.map((src) => ({ src, type: 'video/mp4' })),
    autoPlay,
    loop,
    controls: true,
  }
}

function fullAddress({ video_url }: SetClip, kind: SetKind, token: string | undefined): string | undefined {
  if (kind === 'promotion') return video_url
  return token && `${video_url}?token=${encodeURIComponent(token)}`
}

/** The thumbnail's shape at the poster's width: both are the same picture. */
function sizeLike(thumbnail: Size | undefined, posterWidth: number): Size {
  if (!thumbnail) return FALLBACK
  return { width: posterWidth, height: Math.round((posterWidth * thumbnail.height) / thumbnail.width) }
}
