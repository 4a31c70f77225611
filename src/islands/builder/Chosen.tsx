import { useRef } from 'react'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { builderTexts } from '#i18n/builder-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { BuilderClip, SetBuilder } from '#stores/sets/set-builder.ts'
import { titleOf } from './title-of.ts'
import { useReorder } from './use-reorder.ts'

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
    <section className="chosen" aria-labelledby="chosen-title">
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
