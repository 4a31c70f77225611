import { useEffect, useRef } from 'react'

export interface ClipPlayerProps {
  src: string
  poster: string
  width: number
  height: number
  label: string
  fallback: string
}

/** A muted loop with the browser's own controls; it starts by itself only for those who want motion and have the data. */
export function ClipPlayer({ src, poster, width, height, label, fallback }: ClipPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (video.current) startCalmly(video.current)
  }, [])

  return (
    <video
      ref={video}
      className="clip-player"
      width={width}
      height={height}
      poster={poster}
      preload="metadata"
      aria-label={label}
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
  if (saveData || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // The server's HTML cannot carry React's `muted`, and browsers start only muted videos.
  video.muted = true
  video.play().catch(() => {
    // The browser prefers to wait for a click; the controls are there.
  })
}
