import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { openClipList } from '#stores/clips/clip-list.ts'
import { showToast } from '#stores/toasts.ts'
import { likeTilesWithin } from '../likes/tile-likes.ts'
import { countResultsWithin } from './count-results.ts'
import { GridSection } from './GridSection.tsx'
import type { ClipGridTexts, GridLook } from './grid-look.ts'
import { playPreviewsWithin } from './hover-preview.ts'
import { revealInBatches } from './reveal.ts'
import { tileOf } from './tile.ts'

export interface ClipGridProps {
  /** Path of the list's API. */
  list: string
  /** Ids of the server-rendered tiles. */
  shown: number[]
  nextOffset: number | null
  /** Words to mark in the titles. */
  marks?: string[] | undefined
  look: GridLook
  texts: ClipGridTexts
  /** Also shows a failure as a toast. */
  toastFailure?: boolean
  /** The list belongs to the signed-in person and needs the token. */
  own?: boolean
  /** Shown if the list is empty. */
  empty?: ReactNode
}

/** Loads two windows ahead, so that steady scrolling never reaches the end. */
const LOAD_AHEAD = '200% 0px'
/** Pages loaded automatically; then a button appears, so that the footer can be reached. */
const AUTOMATIC_PAGES = 5
/** A window that reaches up over everything above it. */
const WINDOW_AND_ABOVE = '1000000px 0px 0px'

/**
 * Activates the server's tiles (reveal, previews) and appends further pages on scrolling. A page that arrives after a
 * fast scroll waits for a button or for the end to be out of view, so that nothing in view moves.
 */
export function ClipGrid(props: ClipGridProps) {
  const { list, shown, nextOffset, marks, look, texts, toastFailure = false, own = false, empty } = props
  const root = useRef<HTMLDivElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const clips = useMemo(
    () => openClipList(list, { shown, nextOffset, own, keep: (source) => tileOf(source, look.locale) }),
    [list, shown, nextOffset, own, look],
  )
  const state = useStore(clips.$state)
  const [revealed, setRevealed] = useState(0)
  const [asked, setAsked] = useState(1)
  const onRevealed = useCallback(() => setRevealed((count) => count + 1), [])
  const [opened, setOpened] = useState(0)
  /** Whether a button asked for the page that is fetched. */
  const [wished, setWished] = useState(false)
  const pages = state.pages.slice(0, opened)
  const isWaiting = state.pages.length > opened
  const isFirst = pages.length + shown.length === 0
  const paused =
    isWaiting ||
    (state.nextOffset !== null && state.status === 'idle' && pages.length >= asked * AUTOMATIC_PAGES)

  useEffect(() => () => clips.stop(), [clips])
  useEffect(() => activateFirstSection(root.current, onRevealed), [onRevealed])
  useEffect(() => activateTiles(root.current, texts.likeFailed), [texts.likeFailed])
  useEffect(() => {
    if (!sentinel.current || paused || state.nextOffset === null || state.status !== 'idle') return
    // A busy page reports several changes at once; only the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && clips.more(), {
      rootMargin: LOAD_AHEAD,
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [clips, state, paused])

  useEffect(() => {
    if (!isWaiting || !sentinel.current) return
    const open = () => {
      setOpened(state.pages.length)
      setWished(false)
    }
    if (isFirst || wished) return open()
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting || open(), {
      rootMargin: WINDOW_AND_ABOVE,
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [isWaiting, isFirst, wished, state.pages.length])

  useEffect(() => {
    if (toastFailure && state.status === 'failed') showToast({ kind: 'error', text: texts.failed })
  }, [state, toastFailure, texts.failed])

  const fetching = state.status === 'loading'
  const loading = fetching || revealed < pages.length + 1
  const isEmpty = state.nextOffset === null && isFirst && !isWaiting
  const goOn = () => {
    setOpened(state.pages.length)
    if (isWaiting) return
    setWished(true)
    if (state.status === 'failed') void clips.more()
    else setAsked(asked + 1)
  }
  return (
    <div ref={root}>
      {pages.map((tiles) => (
        <GridSection
          key={tiles[0]?.id}
          tiles={tiles}
          label={texts.more}
          look={look}
          marks={marks}
          onRevealed={onRevealed}
        />
      ))}
      {!loading && isEmpty && empty}
      {/* A separate element once there are tiles: moving one down would be a layout shift. */}
      <div className="grid-foot" key={isFirst ? 'alone' : 'foot'} ref={sentinel} role="status">
        {loading && (
          <>
            <span className="spinner" aria-hidden="true" />
            <span className="visually-hidden">{fetching ? texts.loadingMore : texts.loading}</span>
          </>
        )}
        {!loading && state.status === 'failed' && (
          <p className="grid-failed">
            {texts.failed}{' '}
            <button type="button" className="button" onClick={goOn}>
              {texts.retry}
            </button>
          </p>
        )}
        {!loading && paused && (
          <button type="button" className="button" onClick={goOn}>
            {texts.more}
          </button>
        )}
        {!loading && !paused && state.nextOffset === null && pages.length > 0 && (
          <p className="grid-end">{texts.end}</p>
        )}
      </div>
    </div>
  )
}

/** The server-rendered tiles are above this island, in the same `data-grid` element. */
function activateFirstSection(island: HTMLElement | null, onRevealed: () => void) {
  const grid = island?.closest<HTMLElement>('[data-grid]')
  const section = grid?.querySelector<HTMLElement>('.grid-first')
  if (!grid || !section) return onRevealed()
  const abort = new AbortController()
  revealInBatches(section, abort.signal).then(() => abort.signal.aborted || onRevealed())
  return () => abort.abort()
}

/** Previews, hearts and counting of opened results, by one listener for the whole grid. */
function activateTiles(island: HTMLElement | null, likeFailed: string) {
  const grid = island?.closest<HTMLElement>('[data-grid]')
  if (!grid) return
  const stopPreviews = playPreviewsWithin(grid)
  const stopLikes = likeTilesWithin(grid, likeFailed)
  const stopCounting = countResultsWithin(grid)
  return () => {
    stopPreviews()
    stopLikes()
    stopCounting()
  }
}
