import type { SetsTexts } from '#i18n/sets/texts.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { playPreviewsWithin } from '../grid/hover-preview.ts'
import { revealInBatches } from '../grid/reveal.ts'

/** The server-rendered tiles beside this island. */
export function gridBeside(island: HTMLElement | null): HTMLElement | null {
  return island?.closest('[data-set]')?.querySelector<HTMLElement>('[data-grid]') ?? null
}

/** Reveals thumbnails, plays previews, and reports clicks on download icons. Returns a function that stops it. */
export function activateSetGrid(grid: HTMLElement, onTake: (id: number) => void): () => void {
  const end = new AbortController()
  const foot = grid.querySelector<HTMLElement>('.grid-foot')
  // Emptied, too: some screen readers go on reading a status that is only hidden.
  revealInBatches(grid, end.signal).then(() => {
    foot?.replaceChildren()
    foot?.setAttribute('hidden', '')
  })
  const stopPreviews = playPreviewsWithin(grid)
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-take]')
    if (button) onTake(Number(button.dataset.take))
  }
  grid.addEventListener('click', onClick, { signal: end.signal })
  return () => {
    end.abort()
    stopPreviews()
  }
}

/** Pixel size of a tile's thumbnail, once it has loaded. */
export function thumbnailSize(id: number): { width: number; height: number } | undefined {
  const image = document.querySelector<HTMLImageElement>(`[data-clip="${id}"] img`)
  if (!image?.complete || image.naturalWidth === 0) return undefined
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/** Adds a remove button to each tile. Returns a function that removes the buttons. */
export function offerRemoval(
  grid: HTMLElement,
  clips: readonly SetClip[],
  { texts, onRemove }: { texts: SetsTexts; onRemove: (clip: SetClip) => void },
): () => void {
  const buttons = clips.flatMap((clip) => {
    const cell = cellOf(grid, clip.id)
    if (!cell) return []
    const button = document.createElement('button')
    button.className = 'tile-button tile-remove'
    button.type = 'button'
    button.title = texts.remove(clip.title)
    button.setAttribute('aria-label', texts.remove(clip.title))
    button.addEventListener('click', () => onRemove(clip))
    cell.append(button)
    return [button]
  })
  return () => {
    for (const button of buttons) button.remove()
  }
}

/** Removes a tile and lays out the rows again, as the server would. */
export async function removeTile(grid: HTMLElement, id: number): Promise<void> {
  const { sectionCss } = await import('../grid/section-css.ts')
  const cells = [...grid.querySelectorAll<HTMLElement>('.grid-first > li')]
  const gone = cellOf(grid, id)
  const next = gone?.nextElementSibling ?? gone?.previousElementSibling
  const shapes = cells.filter((cell) => cell !== gone).map(shapeOf)
  gone?.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(sectionCss(shapes))
  document.adoptedStyleSheets = [sheet]
  next?.querySelector<HTMLElement>('.tile')?.focus()
}

function cellOf(grid: HTMLElement, id: number): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`li:has(> [data-clip="${id}"])`)
}

function shapeOf(cell: HTMLElement) {
  const image = cell.querySelector('img')
  return {
    width: Number(image?.getAttribute('width') ?? 16),
    height: Number(image?.getAttribute('height') ?? 9),
    color: getComputedStyle(cell).getPropertyValue('--tile') || 'transparent',
  }
}
