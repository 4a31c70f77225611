/** The stage of a clip's page has this name, too (styles/clip.css). */
const NAME = 'clip'
let named: HTMLElement | undefined

/**
 * Names the picture of a tile that is opened, so that it grows into the clip's page, and back, in browsers with view
 * transitions between pages. One listener serves all tiles below `root`.
 * @returns a function that stops it
 */
export function growTilesWithin(root: HTMLElement): () => void {
  const end = new AbortController()
  root.addEventListener('click', ({ target }) => nameTileOf(target), { signal: end.signal, passive: true })
  return () => end.abort()
}

function nameTileOf(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  const picture = target.closest('.tile')?.querySelector('picture')
  if (!picture) return
  // A name that two elements have ends the transition: the page's own stage steps back.
  const stage = document.querySelector<HTMLElement>('.clip-stage')
  if (stage) stage.style.viewTransitionName = 'none'
  if (named) named.style.viewTransitionName = ''
  named = picture
  picture.style.viewTransitionName = NAME
}
