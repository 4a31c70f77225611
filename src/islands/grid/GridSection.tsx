import { memo, useLayoutEffect, useRef } from 'react'
import { showLikesWithin } from '../likes/tile-likes.ts'
import type { GridLook } from './grid-look.ts'
import { rowsAt } from './justified-rows.ts'
import { keepWhileNear } from './keep-while-near.ts'
import { revealInBatches } from './reveal.ts'
import { sectionHeight, tileStyles, USED_BREAKPOINTS } from './section-css.ts'
import type { Tile } from './tile.ts'
import { tileHtml } from './tile-html.ts'

interface Props {
  tiles: readonly Tile[]
  label: string
  look: GridLook
  /** Words to mark in the titles. */
  marks?: readonly string[] | undefined
  /** Called once, when the pictures have come. */
  onRevealed: () => void
}

/**
 * One page of clips below the server-rendered ones. Off-screen sections cost no layout and no paint, and another page
 * does not render them again. Their heights and widths are known before, so nothing is measured and nothing moves.
 */
export const GridSection = memo(function GridSection({ tiles, label, look, marks, onRevealed }: Props) {
  const section = useRef<HTMLUListElement>(null)

  useLayoutEffect(() => {
    const list = section.current
    if (!list) return
    const abort = new AbortController()
    const fill = () => fillSection(list, tiles, (tile) => tileHtml(tile, look, { marks }))
    for (const [index, breakpoint] of USED_BREAKPOINTS.entries())
      list.style.setProperty(`--height-${index}`, sectionHeight(tiles, rowsAt(tiles, breakpoint)))
    fill()
    let isWaiting = true
    const revealed = () => {
      if (isWaiting) onRevealed()
      isWaiting = false
    }
    revealInBatches(list, abort.signal).then(revealed)
    const empty = () => {
      abort.abort()
      list.replaceChildren()
      // Pictures of an emptied section never load.
      revealed()
    }
    const stop = keepWhileNear(list, { fill, empty })
    return () => {
      stop()
      abort.abort()
    }
  }, [tiles, look, marks, onRevealed])

  // biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for no list
  return <ul className="grid-section" role="list" aria-label={label} ref={section} />
})

/** By hand: React would keep the HTML of ten thousand tiles. Styles set through the DOM are not blocked by the policy. */
function fillSection(list: HTMLElement, tiles: readonly Tile[], html: (tile: Tile) => string): void {
  // Safe: tileHtml escapes every value.
  list.innerHTML = tiles.map((tile) => `<li>${html(tile)}</li>`).join('')
  for (const [index, style] of tileStyles(tiles).entries())
    (list.children[index] as HTMLElement).style.cssText = style
  showLikesWithin(list)
}
