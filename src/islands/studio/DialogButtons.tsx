import type { ReactNode } from 'react'
import { QuietButton } from '../auth/buttons.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'

interface DialogButtonsProps {
  busy: boolean
  texts: { submit: string; busy: string; cancel: string }
  onClose: () => void
  /** Buttons between the two. */
  children?: ReactNode
}

/** The buttons below a dialog's form. */
export function DialogButtons({ busy, texts, onClose, children }: DialogButtonsProps) {
  return (
    <div className="panel-actions">
      <SubmitButton busy={busy} texts={texts} />
      {children}
      <QuietButton onClick={onClose}>{texts.cancel}</QuietButton>
    </div>
  )
}
