import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type RenderPhoto, RowsPhotoAlbum } from 'react-photo-album'
import 'react-photo-album/rows.css'
import type { Locale } from '#domain/address/locale-path.ts'
import { showLikesWithin } from '../likes/tile-likes.ts'
import {
  BREAKPOINTS,
  CONTAINER,
  GAP,
  likelyWidth,
  rowsAt,
  SINGLE_ROW_MAX_HEIGHT,
  TARGET_ROW_HEIGHT,
} from './justified-rows.ts'
import { revealInBatches } from './reveal.ts'
import type { Tile } from './tile.ts'
import { tileHtml } from './tile-html.ts'

/** react-photo-album lays out for the breakpoint below the real width and stretches; this keeps rows near 250 px. */
const targetRowHeight = (breakpoint: number) => (TARGET_ROW_HEIGHT * breakpoint) / likelyWidth(breakpoint)

type Texts = Parameters<typeof tileHtml>[1]
type TilePhoto = { key: string; src: string; width: number; height: number; tile: Tile; texts: Texts }

function photoOf(tile: Tile, texts: Texts): TilePhoto {
  const { id, thumbnail: src, width, height } = tile
  return { key: String(id), src, width, height, tile, texts }
}

/** Filled by hand: React would keep the HTML of ten thousand tiles, a third of the page's memory. */
function Cell({ photo: { tile, texts }, width }: { photo: TilePhoto; width: number }) {
  const cell = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Safe: tileHtml escapes every value.
    if (cell.current) cell.current.innerHTML = tileHtml(tile, texts)
  }, [tile, texts])
  return (
    <div
      ref={cell}
      className="react-photo-album--photo"
      style={{
        aspectRatio: `${tile.width}/${tile.height}`,
        ['--react-photo-album--photo-width' as string]: width,
        ['--tile' as string]: tile.color,
      }}
    />
  )
}

const render: { photo: RenderPhoto<TilePhoto> } = {
  photo: (_, { photo, width }) => <Cell photo={photo} width={width} />,
}

/**
 * One page of clips below the server-rendered ones. Off-screen sections cost no layout and no paint, and another page
 * does not render them again.
 */
export const GridSection = memo(function GridSection({
  tiles,
  label,
  locale,
  like,
  marks,
  first = false,
  onRevealed,
}: {
  tiles: readonly Tile[]
  label: string
  locale: Locale
  /** Label of a tile's heart. */
  like: string
  /** Words to mark in the titles. */
  marks?: readonly string[] | undefined
  /** In the first window, where an estimated height would be visible. */
  first?: boolean
  onRevealed: () => void
}) {
  const section = useRef<HTMLDivElement>(null)
  const photos = useMemo(() => {
    const texts = { locale, like, marks }
    return tiles.map((tile) => photoOf(tile, texts))
  }, [tiles, locale, like, marks])

  useEffect(() => {
    if (!section.current) return
    showLikesWithin(section.current)
    const abort = new AbortController()
    revealInBatches(section.current, abort.signal).then(() => abort.signal.aborted || onRevealed())
    return () => abort.abort()
  }, [onRevealed])

  return (
    <div
      className={first ? undefined : 'grid-section'}
      ref={section}
      style={first ? undefined : { containIntrinsicBlockSize: `auto ${likelyHeight(tiles)}px` }}
    >
      <RowsPhotoAlbum
        photos={photos}
        spacing={GAP}
        targetRowHeight={targetRowHeight}
        rowConstraints={{ singleRowMaxHeight: SINGLE_ROW_MAX_HEIGHT }}
        breakpoints={BREAKPOINTS}
        defaultContainerWidth={CONTAINER}
        componentsProps={{ container: { 'aria-label': label } }}
        render={render}
      />
    </div>
  )
})

/** Estimated height in pixels; keeps the scroll bar steady until the section is laid out. */
function likelyHeight(tiles: readonly Tile[]): number {
  const rows = rowsAt(tiles, 900).length
  return rows * (TARGET_ROW_HEIGHT + GAP)
}
