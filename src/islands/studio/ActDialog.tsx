import { type ReactNode, type SubmitEvent, useState } from 'react'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'

interface ActDialogProps {
  title: string
  texts: { submit: string; busy: string; cancel: string }
  /** Resolves to why it was refused, in words; undefined when it is done. */
  act: () => Promise<string | undefined>
  onClose: () => void
  /** Gets the refusal, so that a field can show that it is wrong. */
  children: (problem: string) => ReactNode
}

/** Asks for what an act needs, or for confirmation. A refusal stands above the buttons. */
export function ActDialog({ title, texts, act, onClose, children }: ActDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function run(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const refusal = await act()
    if (refusal === undefined) return
    setProblem(refusal)
    setBusy(false)
  }

  return (
    <AccountDialog title={title} onClose={onClose}>
      <form className="set-form" onSubmit={run} onInput={() => setProblem('')} noValidate>
        {children(problem)}
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <DialogButtons busy={busy} texts={texts} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}
