import { type RefObject, useEffect, useState } from 'react'

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
