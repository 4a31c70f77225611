import { type ReactNode, useId, useRef } from 'react'
import { useBackdrop, useModal } from '../../auth/use-modal.ts'

interface LibraryDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, wide enough for a table, open while mounted. */
export function LibraryDialog({ title, onClose, children }: LibraryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className="library-dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      {...useBackdrop(onClose)}
    >
      <div className="library-dialog-panel">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
