import type { SlideVideo } from 'yet-another-react-lightbox'
import type { SetKind } from '#domain/sets/set-kind.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'

/** As the specification has a slide; `film` and `title` are ours. */
export interface ClipSlide extends SlideVideo {
  id: number
  src: string
  title: string
  width: number
  height: number
  /** Pixels of the film's width, to which one may zoom. */
  film: number
}

export interface Size {
  width: number
  height: number
}

/** What a slide measures whose picture has not come or never does. */
const FALLBACK: Size = { width: 1080, height: 780 }

export interface SlideOptions {
  kind: SetKind
  /** Of a paid member, for a curated set; everybody else sees the watermark there. */
  token: string | undefined
  /** The pixels of a clip's picture, once it has come. */
  sizeOf: (id: number) => Size | undefined
  /** Plays by itself and for ever; not for those who want no motion, nor in a slideshow, which goes on after the end. */
  autoPlay: boolean
  loop: boolean
}

/** A clip as the lightbox shows it. */
export function slideOf(clip: SetClip, { kind, token, sizeOf, autoPlay, loop }: SlideOptions): ClipSlide {
  const { id, title, poster, posterWidth, width: film } = clip
  const full = fullAddress(clip, kind, token)
  // A browser that is refused the first takes the next.
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

/** The shape of the thumbnail at the width of the picture that is shown before the film: they are the same picture. */
function sizeLike(thumbnail: Size | undefined, posterWidth: number): Size {
  if (!thumbnail) return FALLBACK
  return { width: posterWidth, height: Math.round((posterWidth * thumbnail.height) / thumbnail.width) }
}
