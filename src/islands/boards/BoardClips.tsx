import { useEffect, useRef, useState } from 'react'
import { changeBoard, noteInBoard, removeFromBoard } from '#contract/sets/board-calls.ts'
import type { BoardSource } from '#contract/sets/boards.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useReorder } from '../builder/Chosen.tsx'
import { titleOf } from '../builder/Results.tsx'
import { saved } from './saved.ts'

/** Clips of a collection that is shown to others. */
export function ShownClips({ clips }: { clips: readonly BoardSource[] }) {
  const t = boardsTexts(pageLocale())
  return (
    <ul className="board-clips">
      {clips.map((clip) => (
        <li key={clip.id}>
          <a href={localizedLink(`/m/${clip.id}`)} aria-label={t.open(titleOf(clip))}>
            <Picture clip={clip} />
          </a>
          <p className="board-title">{titleOf(clip)}</p>
          {clip.note && <p className="board-note">{clip.note}</p>}
        </li>
      ))}
    </ul>
  )
}

interface OwnClipsProps {
  board: number
  clips: readonly BoardSource[]
  onChange: (clips: readonly BoardSource[]) => void
}

/** Clips of one's own collection: their order, notes and removal are saved at once. */
export function OwnClips({ board, clips, onChange }: OwnClipsProps) {
  const texts = builderTexts(pageLocale())
  const list = useRef<HTMLUListElement>(null)
  const [announcement, announce] = useState('')
  const { dragged, handle } = useReorder(list, { count: clips.length, move })
  const ids = clips.map(({ id }) => id).join()
  const savedIds = useRef(ids)
  const queue = useRef(Promise.resolve<unknown>(undefined))

  // A drag is saved when it ends.
  useEffect(() => {
    if (dragged !== undefined || ids === savedIds.current) return
    savedIds.current = ids
    const order = clips.map(({ id }) => id)
    queue.current = queue.current.then(() => saved(requestAs(changeBoard, { id: board, order })))
  }, [dragged, ids])

  function move(id: number, to: number) {
    const clip = clips.find((one) => one.id === id)
    if (!clip || clips.indexOf(clip) === to) return
    onChange(clips.filter((one) => one !== clip).toSpliced(to, 0, clip))
    announce(texts.moved(titleOf(clip), to + 1, clips.length))
  }

  async function remove(clip: BoardSource, place: number) {
    const call = requestAs(removeFromBoard, { id: board, sourceId: clip.id }).then(() => true)
    if (!(await saved(call))) return
    const others = clips.filter((one) => one !== clip)
    savedIds.current = others.map(({ id }) => id).join()
    onChange(others)
    announce(texts.removed(titleOf(clip), others.length))
    const next = clips[place + 1] ?? clips[place - 1]
    list.current?.querySelector<HTMLElement>(`[data-handle="${next?.id}"]`)?.focus()
  }

  return (
    <>
      <p className="panel-note" id="board-hint">
        {texts.moveHint}
      </p>
      <ul ref={list} className="board-clips">
        {clips.map((clip, place) => (
          <li key={clip.id} data-place={place} data-dragged={clip.id === dragged}>
            <button
              type="button"
              className="board-handle"
              aria-label={texts.move(titleOf(clip))}
              aria-describedby="board-hint"
              {...handle(clip.id, place)}
            >
              <Picture clip={clip} />
            </button>
            <button
              type="button"
              className="tile-button tile-less"
              aria-label={texts.remove(titleOf(clip))}
              title={texts.remove(titleOf(clip))}
              onClick={() => void remove(clip, place)}
            />
            <a className="board-title" href={localizedLink(`/m/${clip.id}`)}>
              {titleOf(clip)}
            </a>
            <Note board={board} clip={clip} />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}

/** Saved when the field is left. */
function Note({ board, clip }: { board: number; clip: BoardSource }) {
  const t = boardsTexts(pageLocale())
  const kept = useRef(clip.note)

  async function save(note: string) {
    if (note === kept.current) return
    const call = requestAs(noteInBoard, { id: board, sourceId: clip.id, note }).then(() => true)
    if (await saved(call)) kept.current = note
  }

  return (
    <textarea
      className="board-note"
      rows={2}
      maxLength={BOARD_LIMITS.note}
      defaultValue={clip.note}
      aria-label={t.note(titleOf(clip))}
      placeholder={t.notePlaceholder}
      onBlur={(event) => void save(event.target.value)}
    />
  )
}

function Picture({ clip: { media } }: { clip: BoardSource }) {
  return <img src={media.thumbnail_url} alt="" width="320" height="200" loading="lazy" draggable="false" />
}
