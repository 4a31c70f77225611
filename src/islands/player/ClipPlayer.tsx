import { useEffect, useRef } from 'react'
import { isPaid } from '#domain/membership/membership.ts'
import { countViewOf } from '#stores/clips/views.ts'
import { useAuth } from '../auth/use-auth.ts'
import { showFullFilm } from './full-film.ts'

export interface ClipPlayerProps {
  clipId: number
  /** The watermarked film, for everybody. */
  src: string
  /** The film without watermark, for members who may have it. */
  fullSrc: string
  poster: string
  width: number
  height: number
  label: string
  fullLabel: string
  fallback: string
}

/**
 * A muted loop with the browser's own controls; it starts by itself only for those who want motion and have the data,
 * and when the page is there, so that the film takes nothing from what is seen first.
 */
export function ClipPlayer(props: ClipPlayerProps) {
  const { clipId, src, fullSrc, poster, width, height, label, fullLabel, fallback } = props
  const video = useRef<HTMLVideoElement>(null)
  const full = isPaid(useAuth())

  useEffect(() => {
    const start = () => video.current && startCalmly(video.current)
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

function startCalmly(video: HTMLVideoElement) {
  const saveData = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData
  if (saveData) return
  video.preload = 'metadata'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The server's HTML cannot carry React's `muted`, and browsers start only muted videos.
  video.muted = true
  video.play().catch(() => {
    // The browser prefers to wait for a click; the controls are there.
  })
}
