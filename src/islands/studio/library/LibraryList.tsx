// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which those of a table cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { dateText } from '#domain/dates/date-text.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { clipPath, isOwnPointer, itemId, TableCells, TileBody } from './rows.tsx'
import type { Library } from './use-library.ts'
import type { Selection } from './use-selection.ts'

export type View = 'table' | 'grid'

interface LibraryListProps {
  grid: RefObject<HTMLDivElement | null>
  view: View
  library: Library
  /** Number of clips known so far; more may follow. */
  known: number
  selection: Selection
  active: number
  onActive: (index: number) => void
  categoryName: (key: string) => string
  /** Whether rows have the days of their publication above them. */
  isByDay: boolean
}

const NARROW = 720
const ROW = { wide: 60, narrow: 104, day: 40 }
const TILE = { least: 190, gap: 12, text: 64 }
/** Heights of the bars above and below, which cover rows. */
const COVERED = { above: 64, below: 96 }
/** Placeholders for clips that are being loaded. */
const EXPECTED = 60

/** Clips as rows or tiles. The list has the focus and names its active clip, so that rows may come and go. */
export function LibraryList(props: LibraryListProps) {
  const { grid, view, library, known, selection, active, onActive, categoryName, isByDay } = props
  const t = libraryTexts(pageLocale())
  const { rows, hasMore, need } = library
  const { width, top } = usePlace(grid)
  const isNarrow = width < NARROW
  const columns = view === 'grid' ? Math.max(2, Math.floor((width + TILE.gap) / (TILE.least + TILE.gap))) : 1
  const tileWidth = (width - (columns - 1) * TILE.gap) / columns
  const height =
    view === 'grid'
      ? Math.round((tileWidth * 9) / 16) + TILE.text + TILE.gap
      : isNarrow
        ? ROW.narrow
        : ROW.wide
  const dayAt = (index: number) => {
    const at = isByDay && view === 'table' ? rows[index]?.publish_at : undefined
    return at ? dateText(pageLocale(), at, shopZone()) : undefined
  }
  const newDayAt = (index: number) => (dayAt(index) === dayAt(index - 1) ? undefined : dayAt(index))
  const items = hasMore ? Math.max(known, rows.length + EXPECTED) : rows.length
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items / columns),
    estimateSize: (index) => height + (newDayAt(index) ? ROW.day : 0),
    // Lets React render rows a frame later instead of blocking the scroll.
    useFlushSync: false,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
  })
  useLayoutEffect(() => virtualizer.measure(), [height, columns, isByDay && library.version])
  const lines = virtualizer.getVirtualItems()
  const last = (lines.at(-1)?.index ?? 0) * columns + columns
  useEffect(() => need(last), [need, last])
  const page = Math.max(1, Math.floor((innerHeight - COVERED.above - COVERED.below) / height))

  function goTo(index: number, extend: boolean): void {
    const to = Math.max(0, Math.min(index, rows.length - 1))
    if (rows.length === 0) return
    onActive(to)
    if (extend) selection.range(to)
    virtualizer.scrollToIndex(Math.floor(to / columns), { align: 'auto' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: active + columns,
      ArrowUp: active - columns,
      PageDown: active + page * columns,
      PageUp: active - page * columns,
      Home: 0,
      End: rows.length - 1,
      ...(columns > 1 && { ArrowRight: active + 1, ArrowLeft: active - 1 }),
    }
    const to = steps[event.key]
    if (to !== undefined && !event.altKey) goTo(to, event.shiftKey)
    else if (event.key === ' ') event.shiftKey ? selection.range(active) : selection.toggle(active)
    else if (event.key === 'Enter' && rows[active] && event.target === grid.current)
      location.assign(clipPath(rows[active].id))
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent): void {
    const index = indexOf(event)
    if (index === undefined || isOwnPointer(event)) return
    onActive(index)
    if (event.shiftKey) selection.range(index)
    else if (event.ctrlKey || event.metaKey || isTouch()) selection.toggle(index)
    else selection.only(index)
  }

  const itemProps = (index: number) => {
    const row = rows[index]
    return (
      row && {
        row,
        index,
        isSelected: selection.ids.has(row.id),
        isActive: index === active,
        categoryName: categoryName(row.category),
        isByDay,
        onToggle: selection.toggle,
      }
    )
  }

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={`library-list library-${view}`}
      data-narrow={isNarrow || undefined}
      aria-label={t.list}
      aria-multiselectable="true"
      aria-rowcount={hasMore ? -1 : Math.ceil(items / columns) + (view === 'table' ? 1 : 0)}
      aria-colcount={view === 'table' ? 9 : columns}
      aria-busy={library.status === 'loading'}
      aria-activedescendant={
        rows[active] && lines.some(({ index }) => index === Math.floor(active / columns))
          ? itemId(active)
          : undefined
      }
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const row = rows[indexOf(event) ?? -1]
        if (row && !isOwnPointer(event)) location.assign(clipPath(row.id))
      }}
    >
      {view === 'table' && <Heads />}
      <div role="rowgroup" className="library-body" style={{ height: virtualizer.getTotalSize() }}>
        {lines.map((line) => {
          const first = line.index * columns
          const day = newDayAt(first)
          const at = (start: number) => ({ transform: `translateY(${start - top}px)` })
          const style = { height, ...at(line.start + (day ? ROW.day : 0)) }
          if (view === 'table') {
            const item = itemProps(first)
            const row = (
              <div
                key={line.key}
                role="row"
                id={itemId(first)}
                className="library-row"
                aria-rowindex={first + 2}
                aria-selected={item?.isSelected ?? false}
                data-active={item?.isActive || undefined}
                data-index={first}
                style={style}
              >
                {item ? <TableCells {...item} /> : <Empty />}
              </div>
            )
            if (!day) return row
            return [
              <div key={day} role="row" className="library-line" style={at(line.start)}>
                <div role="gridcell" aria-colspan={9} className="library-day" style={{ height: ROW.day }}>
                  {day}
                </div>
              </div>,
              row,
            ]
          }
          return (
            <div
              key={line.key}
              role="row"
              className="library-line"
              aria-rowindex={line.index + 1}
              style={style}
            >
              {Array.from({ length: Math.min(columns, items - first) }, (_, at) => first + at).map(
                (index) => {
                  const item = itemProps(index)
                  return (
                    <div
                      key={index}
                      role="gridcell"
                      id={itemId(index)}
                      className="library-tile card"
                      aria-selected={item?.isSelected ?? false}
                      data-active={item?.isActive || undefined}
                      data-index={index}
                      style={{ width: tileWidth }}
                    >
                      {item && <TileBody {...item} />}
                    </div>
                  )
                },
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Heads() {
  const t = libraryTexts(pageLocale())
  const names = [
    '',
    t.clip,
    t.states,
    t.filters.missing.name,
    t.filters.category.name,
    t.filters.license_type.name,
    t.facts,
    t.added,
    t.updated,
  ]
  return (
    <div role="rowgroup">
      <div role="row" className="library-row library-heads" aria-rowindex={1}>
        {names.map((name, at) => (
          <div role="columnheader" className="library-cell" key={name || at}>
            {name || <span className="visually-hidden">{t.select('')}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

function Empty() {
  return <div role="gridcell" className="library-cell library-cell-empty" />
}

function indexOf(event: MouseEvent): number | undefined {
  const item = (event.target as Element).closest<HTMLElement>('[data-index]')
  return item ? Number(item.dataset.index) : undefined
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Width of the list, and the distance of its rows from the top of the page. */
function usePlace(grid: RefObject<HTMLDivElement | null>) {
  const [place, setPlace] = useState({ width: 960, top: 0 })
  const last = useRef(place)
  useLayoutEffect(() => {
    const measure = () => {
      const body = grid.current?.querySelector('.library-body')?.getBoundingClientRect()
      if (!body) return
      const next = { width: Math.round(body.width), top: Math.round(body.top + scrollY) }
      if (next.width === last.current.width && next.top === last.current.top) return
      last.current = next
      setPlace(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    if (grid.current) observer.observe(grid.current)
    return () => observer.disconnect()
  }, [grid])
  return place
}
