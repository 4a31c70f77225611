import { type ReactNode, useId, useRef } from 'react'
import { useBackdrop, useModal } from '../auth/use-modal.ts'

/** A modal dialog, open while mounted. Esc and, unless it `stays`, a click on the backdrop close it. */
export function AccountDialog({
  title,
  onClose,
  stays = false,
  className = '',
  children,
}: {
  title: string
  onClose: () => void
  /** For content that is shown only once. */
  stays?: boolean
  className?: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className={`auth ${className}`}
      aria-labelledby={titleId}
      onClose={onClose}
      {...useBackdrop(stays ? () => {} : onClose)}
    >
      <div className="auth-panel">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
