import { countPreviews } from './count-previews.ts'

/** Milliseconds until the preview of a tile under the pointer is fetched; passing over fetches nothing. */
export const DWELL_MS = 150

/** Previews that failed once; retrying would waste the visitor's data. */
const failed = new Set<string>()

/**
 * Plays the muted preview of the tile under pointer, finger or focus, one at a time. One listener serves all tiles
 * below `root`, later ones too.
 * @returns a function that stops it
 */
export function playPreviewsWithin(root: HTMLElement): () => void {
  const count = countPreviews()
  let current: { tile: HTMLElement; timer: number; video?: HTMLVideoElement } | undefined

  function leave() {
    if (!current) return
    const { timer, video } = current
    // First, since removing a focused video calls this again.
    current = undefined
    clearTimeout(timer)
    if (video) discard(video)
  }

  function enter(target: EventTarget | null) {
    const tile = tileUnder(target)
    if (tile === current?.tile) return
    leave()
    if (!tile || !wanted(tile)) return
    const timer = window.setTimeout(() => {
      if (current?.tile === tile) current.video = play(tile, count.played)
    }, DWELL_MS)
    current = { tile, timer }
  }

  const end = new AbortController()
  const options = { signal: end.signal, passive: true }
  root.addEventListener('pointerover', (event) => enter(event.target), options)
  root.addEventListener('pointerleave', leave, options)
  root.addEventListener(
    'focusin',
    (event) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && enter(event.target),
    options,
  )
  root.addEventListener('focusout', leave, options)
  document.addEventListener('visibilitychange', leave, options)
  window.addEventListener('pagehide', leave, options)
  return () => {
    end.abort()
    leave()
    count.stop()
  }
}

/** A tile's buttons are beside its link, in the same cell. */
function tileUnder(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  const link = target.closest('button')?.parentElement?.querySelector('.tile') ?? target
  return link.closest<HTMLElement>('[data-preview]')
}

function wanted(tile: HTMLElement): boolean {
  const saveData = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData
  return (
    !saveData &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !failed.has(tile.dataset.preview ?? '')
  )
}

function play(tile: HTMLElement, onPlay: (tile: HTMLElement) => void): HTMLVideoElement {
  const { preview = '', previewAv1 } = tile.dataset
  const video = document.createElement('video')
  video.className = 'tile-preview'
  Object.assign(video, { muted: true, loop: true, playsInline: true, autoplay: true, tabIndex: -1 })
  video.setAttribute('aria-hidden', 'true')
  if (previewAv1) video.append(sourceOf(previewAv1, 'video/mp4; codecs="av01.0.04M.08"'))
  const fallback = sourceOf(preview, 'video/mp4')
  fallback.addEventListener('error', () => failed.add(preview), { once: true })
  video.append(fallback)
  const onPlaying = () => {
    video.classList.add('is-playing')
    onPlay(tile)
  }
  video.addEventListener('playing', onPlaying, { once: true })
  tile.append(video)
  return video
}

function sourceOf(src: string, type: string): HTMLSourceElement {
  return Object.assign(document.createElement('source'), { src, type })
}

/** Emptying the sources before the removal makes the browser drop the download at once. */
function discard(video: HTMLVideoElement) {
  video.pause()
  video.replaceChildren()
  video.removeAttribute('src')
  video.load()
  video.remove()
}
