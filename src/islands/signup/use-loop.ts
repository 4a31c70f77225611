import { type RefObject, useEffect, useState } from 'react'

/** How much of a film must be in the window for it to play. */
const SEEN = 0.4

/**
 * Plays a muted loop while it is in the window, and fetches nothing before. It starts by itself only for those who want
 * motion and have the data; anybody may start and stop it.
 */
export function useLoop(video: RefObject<HTMLVideoElement | null>): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [seen, setSeen] = useState(false)

  useEffect(() => setWanted(wantsMotion()), [])

  useEffect(() => {
    const film = video.current
    if (!film) return
    // The server's HTML cannot carry React's `muted`, and browsers start only muted videos.
    film.muted = true
    const observer = new IntersectionObserver(([entry]) => setSeen((entry?.intersectionRatio ?? 0) >= SEEN), {
      threshold: [0, SEEN],
    })
    observer.observe(film)
    return () => observer.disconnect()
  }, [video])

  useEffect(() => {
    const film = video.current
    if (!film) return
    if (!wanted || !seen) return film.pause()
    film.play().catch(() => {
      // It is paused already, or the browser prefers to wait for a click; the button is there.
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
