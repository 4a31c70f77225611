import { countClick } from '#stores/analytics/activity.ts'
import { asksNotToBeTracked } from '#stores/analytics/count-unnamed.ts'

/**
 * Counts opened search results, here or in another tab, so that search learns from choices. Counts nothing on other
 * pages, or from visitors who ask not to be tracked. @returns a function that stops it
 */
export function countResultsWithin(grid: HTMLElement): () => void {
  const end = new AbortController()
  if (!SEARCH.test(location.pathname) || asksNotToBeTracked()) return () => end.abort()
  const onClick = ({ target, button }: MouseEvent) => {
    const tile = target instanceof Element && target.closest<HTMLAnchorElement>('a.tile')
    if (tile && button <= MIDDLE) countClick('RESULT_CLICK', { id: idOf(tile) })
  }
  for (const event of ['click', 'auxclick'] as const)
    grid.addEventListener(event, onClick, { signal: end.signal, passive: true })
  return () => end.abort()
}

const SEARCH = /^(\/ja)?\/s\//
/** Buttons up to this one open a link; the right one opens a menu. */
const MIDDLE = 1

function idOf(tile: HTMLAnchorElement): number {
  return Number(tile.pathname.split('/').at(-1))
}
