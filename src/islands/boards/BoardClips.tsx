import { useRef, useState } from 'react'
import { changeBoard, noteInBoard, removeFromBoard } from '#contract/sets/board-calls.ts'
import type { BoardSource } from '#contract/sets/boards.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { ClipOrder, ClipPicture } from '../builder/ClipOrder.tsx'
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
            <ClipPicture clip={clip} />
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
  const [announcement, announce] = useState('')
  const savedIds = useRef(idsOf(clips))
  const queue = useRef(Promise.resolve<unknown>(undefined))

  function saveOrder() {
    if (idsOf(clips) === savedIds.current) return
    savedIds.current = idsOf(clips)
    const order = clips.map(({ id }) => id)
    queue.current = queue.current.then(() => saved(requestAs(changeBoard, { id: board, order })))
  }

  async function remove(clip: BoardSource) {
    const call = requestAs(removeFromBoard, { id: board, sourceId: clip.id }).then(() => true)
    if (!(await saved(call))) return false
    const others = clips.filter((one) => one !== clip)
    savedIds.current = idsOf(others)
    onChange(others)
    return true
  }

  return (
    <>
      <ClipOrder
        kind="board"
        clips={clips}
        onMove={(clip, to) => onChange(clips.filter((one) => one !== clip).toSpliced(to, 0, clip))}
        onRemove={remove}
        onRest={saveOrder}
        announce={announce}
      >
        {(clip) => (
          <>
            <a className="board-title" href={localizedLink(`/m/${clip.id}`)}>
              {titleOf(clip)}
            </a>
            <Note board={board} clip={clip} />
          </>
        )}
      </ClipOrder>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}

const idsOf = (clips: readonly BoardSource[]) => clips.map(({ id }) => id).join()

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
