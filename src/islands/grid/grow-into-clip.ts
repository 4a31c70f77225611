/** Pages of clips take part by clip.css; a page of tiles does once this has run. */
const TAKE_PART = '@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }'

/**
 * Where motion is welcome, the picture of a tile that is clicked grows into the clip's page. All other ways between
 * pages stay without a transition (src/components/head/page-swap.ts).
 */
export function growIntoClipWithin(grid: HTMLElement): () => void {
  const abort = new AbortController()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(TAKE_PART)
  document.adoptedStyleSheets.push(sheet)
  grid.addEventListener('click', growFrom, { signal: abort.signal })
  return () => {
    abort.abort()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

let grown: HTMLElement | undefined

function growFrom({ target, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  // With these keys the clip opens elsewhere, or is saved.
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return
  const picture = target instanceof Element ? target.closest('a.tile')?.querySelector('img') : undefined
  if (!picture) return
  // Names are unique: neither the tile that was clicked before nor the clip of this page keeps it.
  grown?.style.removeProperty('view-transition-name')
  document.querySelector<HTMLElement>('.clip-stage')?.style.setProperty('view-transition-name', 'none')
  picture.style.setProperty('view-transition-name', 'clip')
  document.documentElement.dataset.grows = ''
  grown = picture
}
