import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Distance in pixels from the window's edge at which dragging scrolls. */
const EDGE = 60

/** Reorders items (`data-place`: index) by their handles (`data-handle`: id), with pointer, arrows, Home and End. */
export function useReorder(
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
