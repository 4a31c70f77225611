/** How far from the window a section is emptied: far enough that scrolling does not meet the edge. */
const FAR = '2000% 0px'

interface Watched {
  fill: () => void
  empty: () => void
}

const watched = new WeakMap<Element, Watched>()
let observer: IntersectionObserver | undefined

/**
 * Empties a section that is far from the window and fills it again when it comes near, so that a long list does not
 * fill the memory. The section must have a height of its own. One with the focus stays.
 * @returns a function that stops it
 */
export function keepWhileNear(section: Element, watch: Watched): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach(update), { rootMargin: FAR })
  watched.set(section, watch)
  observer.observe(section)
  return () => observer?.unobserve(section)
}

function update({ target, isIntersecting }: IntersectionObserverEntry): void {
  const isEmpty = target.childElementCount === 0
  if (isIntersecting === !isEmpty || target.contains(document.activeElement)) return
  if (isIntersecting) watched.get(target)?.fill()
  else watched.get(target)?.empty()
}
