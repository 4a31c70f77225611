import { useState } from 'react'
import { createBoard } from '#contract/sets/board-calls.ts'
import type { Board } from '#contract/sets/boards.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { NameForm } from './NameForm.tsx'
import { saved } from './saved.ts'

/** A field and a button that make a collection. @param clips what it has from the start */
export function NewBoard(props: { clips?: number[]; label: string; onMade: (board: Board) => void }) {
  const { clips = [], label, onMade } = props
  const t = boardsTexts(pageLocale())
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)

  async function make() {
    setBusy(true)
    const board = await saved(requestAs(createBoard, { name, source_ids: clips }))
    setBusy(false)
    if (!board) return
    setName('')
    onMade(board)
  }

  return (
    <NameForm label={t.newName} submit={label} name={name} busy={busy} onChange={setName} onSubmit={make} />
  )
}
