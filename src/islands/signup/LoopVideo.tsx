import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Poster, srcSet } from './poster.ts'

export interface LoopVideoProps {
  src: string
  poster: Poster
  sizes: string
  title: string
  play: string
  pause: string
}

/** A picture that becomes a film while it is in view, with a play/pause button. */
export function LoopVideo({ src, poster, sizes, title, play, pause }: LoopVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { playing, toggle } = useLoop(video)
  return (
    <>
      <Picture poster={poster} sizes={sizes} alt={title} />
      <Film video={video} src={src} />
      <LoopButton playing={playing} toggle={toggle} label={playing ? pause : play} />
    </>
  )
}

export function Picture({ poster, sizes, alt }: { poster: Poster; sizes: string; alt: string }) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(poster, 'avif')} sizes={sizes} />
      <img
        src={`${poster.base}/${poster.widths.at(-1)}.webp`}
        srcSet={srcSet(poster, 'webp')}
        sizes={sizes}
        width={poster.width}
        height={poster.height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

/** Covers its picture once it plays. */
export function Film({ video, src }: { video: React.RefObject<HTMLVideoElement | null>; src: string }) {
  const [shown, setShown] = useState(false)
  return (
    <video
      ref={video}
      className="loop-film"
      data-shown={shown}
      src={src}
      preload="none"
      loop
      muted
      playsInline
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setShown(true)}
    />
  )
}

export function LoopButton({
  playing,
  toggle,
  label,
}: {
  playing: boolean
  toggle: () => void
  label: string
}) {
  return (
    <button type="button" className="loop-button" aria-label={label} onClick={toggle}>
      <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d={playing ? 'M6 4h3v12H6zM11 4h3v12h-3z' : 'M6.500 3.800v12.400L16.500 10z'} />
      </svg>
    </button>
  )
}

/** Visible share of a film at which it plays. */
const VISIBLE_SHARE = 0.4

/**
 * Plays a muted loop while it is in view. No autoplay with reduced motion or data saving; the button always works.
 */
export function useLoop(video: RefObject<HTMLVideoElement | null>): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [seen, setSeen] = useState(false)

  useEffect(() => setWanted(wantsMotion()), [])

  useEffect(() => {
    const film = video.current
    if (!film) return
    // The server's HTML cannot carry React's `muted`, and browsers autoplay only muted videos.
    film.muted = true
    const observer = new IntersectionObserver(
      (entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= VISIBLE_SHARE),
      {
        threshold: [0, VISIBLE_SHARE],
      },
    )
    observer.observe(film)
    return () => observer.disconnect()
  }, [video])

  useEffect(() => {
    const film = video.current
    if (!film) return
    if (!wanted || !seen) return film.pause()
    film.play().catch(() => {
      // Paused already, or the browser refused autoplay; the button is there.
    })
  }, [video, wanted, seen])

  useEffect(() => {
    const film = video.current
    const follow = () => setPlaying(film?.paused === false)
    for (const event of ['play', 'pause'] as const) film?.addEventListener(event, follow)
    return () => {
      for (const event of ['play', 'pause'] as const) film?.removeEventListener(event, follow)
    }
  }, [video])

  return { playing, toggle: () => setWanted(!playing) }
}

function wantsMotion(): boolean {
  const saveData = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData
  return !saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
