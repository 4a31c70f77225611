import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { BuilderClip, SetBuilder } from '#stores/sets/set-builder.ts'
import { titleOf } from './Results.tsx'

export interface ChosenProps {
  clips: readonly BuilderClip[]
  builder: SetBuilder
  /** Announces to screen readers. */
  announce: (text: string) => void
}

/** The set's clips in order; reorder by dragging or with the arrow keys. */
export function Chosen({ clips, builder, announce }: ChosenProps) {
  const texts = builderTexts(pageLocale())
  const list = useRef<HTMLOListElement>(null)
  const { dragged, handle } = useReorder(list, { count: clips.length, move })

  function move(id: number, to: number) {
    const now = builder.$draft.get().clips
    const at = now.findIndex((clip) => clip.id === id)
    const clip = now[at]
    if (!clip || at === to) return
    builder.move(id, to)
    announce(texts.moved(titleOf(clip), to + 1, now.length))
  }

  function remove(clip: BuilderClip, place: number) {
    builder.remove(clip.id)
    announce(texts.removed(titleOf(clip), clips.length - 1))
    const next = clips[place + 1] ?? clips[place - 1]
    list.current?.querySelector<HTMLElement>(`[data-handle="${next?.id}"]`)?.focus()
  }

  return (
    <section className="chosen card" aria-labelledby="chosen-title">
      <header className="chosen-head">
        <h2 id="chosen-title">{texts.adding}</h2>
        <p className="panel-note">{texts.addingCount(clips.length, MAX_SET_CLIPS)}</p>
      </header>
      {clips.length === 0 ? (
        <p className="chosen-empty">{texts.addingEmpty}</p>
      ) : (
        <>
          <p className="panel-note" id="chosen-hint">
            {texts.moveHint}
          </p>
          <ol ref={list} className="chosen-list">
            {clips.map((clip, place) => (
              <li key={clip.id} data-place={place} data-dragged={clip.id === dragged}>
                <button
                  type="button"
                  className="chosen-handle"
                  aria-label={texts.move(titleOf(clip))}
                  aria-describedby="chosen-hint"
                  {...handle(clip.id, place)}
                >
                  <img
                    src={clip.media.thumbnail_url}
                    alt=""
                    width="160"
                    height="100"
                    loading="lazy"
                    draggable="false"
                  />
                </button>
                <button
                  type="button"
                  className="tile-button tile-less"
                  aria-label={texts.remove(titleOf(clip))}
                  title={texts.remove(titleOf(clip))}
                  onClick={() => remove(clip, place)}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

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
