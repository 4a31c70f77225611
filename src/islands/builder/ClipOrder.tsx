import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { builderTexts } from '#i18n/builder/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { BuilderClip } from '#stores/sets/set-builder.ts'
import { titleOf } from './Results.tsx'

interface ClipOrderProps<Clip> {
  /** Names the styles. */
  kind: 'chosen' | 'board'
  clips: readonly Clip[]
  onMove: (clip: Clip, to: number) => void
  /** Resolves to false if the clip stays. */
  onRemove: (clip: Clip) => unknown
  /** When the order changed, or a drag that did ends. */
  onRest?: () => void
  /** Announces to screen readers. */
  announce: (text: string) => void
  /** What else stands with a clip. */
  children?: (clip: Clip) => ReactNode
}

/** Clips in order; reorder by dragging or with the arrow keys. */
export function ClipOrder<Clip extends BuilderClip>(props: ClipOrderProps<Clip>) {
  const { kind, clips, onMove, onRemove, onRest, announce, children } = props
  const texts = builderTexts(pageLocale())
  const list = useRef<HTMLOListElement>(null)
  const { dragged, handle } = useReorder(list, { count: clips.length, move })
  const ids = clips.map(({ id }) => id).join()
  useEffect(() => {
    if (dragged === undefined) onRest?.()
  }, [dragged, ids])

  function move(id: number, to: number) {
    const clip = clips.find((one) => one.id === id)
    if (!clip || clips.indexOf(clip) === to) return
    onMove(clip, to)
    announce(texts.moved(titleOf(clip), to + 1, clips.length))
  }

  async function remove(clip: Clip, place: number) {
    if ((await onRemove(clip)) === false) return
    announce(texts.removed(titleOf(clip), clips.length - 1))
    const next = clips[place + 1] ?? clips[place - 1]
    list.current?.querySelector<HTMLElement>(`[data-handle="${next?.id}"]`)?.focus()
  }

  return (
    <>
      <p className="panel-note" id={`${kind}-hint`}>
        {texts.moveHint}
      </p>
      <ol ref={list} className={`${kind}-clips`}>
        {clips.map((clip, place) => (
          <li key={clip.id} data-place={place} data-dragged={clip.id === dragged}>
            <button
              type="button"
              className={`${kind}-handle`}
              aria-label={texts.move(titleOf(clip))}
              aria-describedby={`${kind}-hint`}
              {...handle(clip.id, place)}
            >
              <ClipPicture clip={clip} />
            </button>
            <button
              type="button"
              className="tile-button tile-less"
              aria-label={texts.remove(titleOf(clip))}
              title={texts.remove(titleOf(clip))}
              onClick={() => void remove(clip, place)}
            />
            {children?.(clip)}
          </li>
        ))}
      </ol>
    </>
  )
}

export function ClipPicture({ clip: { media } }: { clip: BuilderClip }) {
  return <img src={media.thumbnail_url} alt="" width="320" height="200" loading="lazy" draggable="false" />
}

/** Distance in pixels from the window's edge at which dragging scrolls. */
const EDGE = 60

/** Reorders items (`data-place`: index) by their handles (`data-handle`: id), with pointer, arrows, Home and End. */
function useReorder(
  list: RefObject<HTMLElement | null>,
  { count, move }: { count: number; move: (id: number, to: number) => void },
) {
  const [dragged, setDragged] = useState<number>()
  // Browsers drop the focus of an element that moves in the document.
  const focused = useRef<number>(undefined)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus()
    focused.current = undefined
  })

  useEffect(() => {
    if (dragged === undefined) return
    const end = new AbortController()
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      scrollNear(clientY)
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')
      if (over && list.current?.contains(over)) move(dragged, Number(over.dataset.place))
    }
    window.addEventListener('pointermove', follow, { signal: end.signal })
    for (const event of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(event, () => setDragged(undefined), { signal: end.signal })
    return () => end.abort()
  }, [dragged, list, move])

  const handle = (id: number, place: number) => ({
    'data-handle': id,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      // A touch is captured by its first target, which is about to move.
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId)
      setDragged(id)
    },
    onKeyDown(event: KeyboardEvent) {
      const to = placeAfter(event.key, place, count)
      if (to === undefined) return
      event.preventDefault()
      focused.current = id
      move(id, to)
    },
  })
  return { dragged, handle }
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, place - 1)
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, place + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function scrollNear(y: number): void {
  if (y < EDGE) window.scrollBy(0, -12)
  else if (y > window.innerHeight - EDGE) window.scrollBy(0, 12)
}
