import { type SubmitEvent, useId, useState } from 'react'
import { createBoard } from '#contract/sets/board-calls.ts'
import type { Board } from '#contract/sets/boards.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { saved } from './saved.ts'

/** A field and a button that make a collection. @param clips what it has from the start */
export function NewBoard(props: { clips?: number[]; label: string; onMade: (board: Board) => void }) {
  const { clips = [], label, onMade } = props
  const t = boardsTexts(pageLocale())
  const id = useId()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)

  async function make(event: SubmitEvent) {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    const board = await saved(requestAs(createBoard, { name, source_ids: clips }))
    setBusy(false)
    if (!board) return
    setName('')
    onMade(board)
  }

  return (
    <form className="board-form" onSubmit={make}>
      <div className="field">
        <label htmlFor={id}>{t.newName}</label>
        <div className="field-input">
          <input
            id={id}
            value={name}
            maxLength={BOARD_LIMITS.name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </div>
      <button type="submit" className="button button-quiet" aria-disabled={busy}>
        {label}
      </button>
    </form>
  )
}
