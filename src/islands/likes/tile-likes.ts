import { $likedIds } from '#stores/clips/likes.ts'
import { clickLike, offerAdding } from './click-like.ts'

const HEART = '[data-like]'

/** Makes the hearts of a grid work by one listener, later tiles' too. @returns a function that stops it */
export function likeTilesWithin(grid: HTMLElement, failed: string): () => void {
  const end = new AbortController()
  const onClick = ({ target }: Event) => {
    const heart = target instanceof Element && target.closest<HTMLElement>(HEART)
    if (heart) void clickLike(idOf(heart), failed)
  }
  grid.addEventListener('click', onClick, { signal: end.signal })
  const offer = ({ target }: Event) => offerAdding(target)
  for (const type of ['pointerover', 'focusin']) grid.addEventListener(type, offer, { signal: end.signal })
  const stop = $likedIds.subscribe(() => showLikesWithin(grid))
  return () => {
    end.abort()
    stop()
  }
}

/** Marks tiles that were added after the likes were loaded. */
export function showLikesWithin(section: HTMLElement): void {
  const liked = $likedIds.get()
  for (const heart of section.querySelectorAll<HTMLElement>(HEART)) {
    const pressed = String(liked.has(idOf(heart)))
    if (heart.getAttribute('aria-pressed') !== pressed) heart.setAttribute('aria-pressed', pressed)
  }
}

function idOf(heart: HTMLElement): number {
  return Number(heart.dataset.like)
}
