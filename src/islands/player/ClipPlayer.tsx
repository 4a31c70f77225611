import { useEffect, useRef } from 'react'
import { isPaid } from '#domain/membership/membership.ts'
import { $auth } from '#stores/auth/auth.ts'
import { countViewOf } from '#stores/clips/views.ts'
import { useAuth } from '../auth/use-auth.ts'
import { showFullFilm } from './full-film.ts'

export interface ClipPlayerProps {
  clipId: number
  /** The watermarked film, for everybody. */
  src: string
  /** The full film, for members with the right. */
  fullSrc: string
  width: number
  height: number
  label: string
  fullLabel: string
  fallback: string
}

/** A transparent poster: a real one has one size for all screens, and without a poster Chromium draws a dark one. */
const clear = (width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`

/**
 * A muted loop with native controls, above the page's picture of it. It autoplays after the load, unless the visitor
 * prefers no motion or saves data.
 */
export function ClipPlayer(props: ClipPlayerProps) {
  const { clipId, src, fullSrc, width, height, label, fullLabel, fallback } = props
  const video = useRef<HTMLVideoElement>(null)
  const full = isPaid(useAuth())

  useEffect(() => {
    // By the store, since hydration renders what visitors see: a member's player must not ask for both films.
    if (video.current && !isPaid($auth.get())) begin(video.current)
  }, [])
  useEffect(() => countViewOf(clipId), [clipId])
  useEffect(() => {
    return full && video.current ? showFullFilm(video.current, fullSrc, begin) : undefined
  }, [full, fullSrc])

  return (
    <video
      ref={video}
      className="clip-player"
      width={width}
      height={height}
      poster={clear(width, height)}
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

/** Starts after the page's load. */
function begin(video: HTMLVideoElement) {
  if (document.readyState === 'complete') startUnlessReduced(video)
  else addEventListener('load', () => video.isConnected && startUnlessReduced(video), { once: true })
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
