import { $likedIds } from '#stores/clips/likes.ts'
import { clickLike } from './click-like.ts'

const HEART = '[data-like]'

/**
 * Makes the hearts of a grid's tiles work, those added later too, by one listener; shows which are liked.
 * @param failed said where a like could not be saved
 * @returns a function that ends it
 */
export function likeTilesWithin(grid: HTMLElement, failed: string): () => void {
  const end = new AbortController()
  const onClick = ({ target }: Event) => {
    const heart = target instanceof Element && target.closest<HTMLElement>(HEART)
    if (heart) void clickLike(idOf(heart), failed)
  }
  grid.addEventListener('click', onClick, { signal: end.signal })
  const stop = $likedIds.subscribe(() => showLikesWithin(grid))
  return () => {
    end.abort()
    stop()
  }
}

/** For tiles that came after the likes did. */
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
