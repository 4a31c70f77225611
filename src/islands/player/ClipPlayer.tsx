import { useEffect, useRef } from 'react'
import { isPaid } from '#domain/membership/membership.ts'
import { countViewOf } from '#stores/clips/views.ts'
import { useAuth } from '../auth/use-auth.ts'
import { showFullFilm } from './full-film.ts'

export interface ClipPlayerProps {
  clipId: number
  /** The watermarked film, for everybody. */
  src: string
  /** The full film, for members with the right. */
  fullSrc: string
  poster: string
  width: number
  height: number
  label: string
  fullLabel: string
  fallback: string
}

/**
 * A muted loop with native controls. It autoplays after the load, unless the visitor prefers no motion or saves data.
 */
export function ClipPlayer(props: ClipPlayerProps) {
  const { clipId, src, fullSrc, poster, width, height, label, fullLabel, fallback } = props
  const video = useRef<HTMLVideoElement>(null)
  const full = isPaid(useAuth())

  useEffect(() => {
    const start = () => video.current && startUnlessReduced(video.current)
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => removeEventListener('load', start)
  }, [])
  useEffect(() => countViewOf(clipId), [clipId])
  useEffect(() => {
    return full && video.current ? showFullFilm(video.current, fullSrc) : undefined
  }, [full, fullSrc])

  return (
    <video
      ref={video}
      className="clip-player"
      width={width}
      height={height}
      poster={poster}
      preload="none"
      aria-label={full ? fullLabel : label}
      controls
      controlsList="nodownload"
      loop
      muted
      playsInline
    >
      <source src={src} type="video/mp4" />
      {fallback}
    </video>
  )
}

function startUnlessReduced(video: HTMLVideoElement) {
  const saveData = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData
  if (saveData) return
  video.preload = 'metadata'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The server's HTML cannot carry React's `muted`, and browsers autoplay only muted videos.
  video.muted = true
  video.play().catch(() => {
    // The browser refused autoplay; the controls are there.
  })
}
