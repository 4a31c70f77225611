import { type ReactNode, useEffect, useId, useRef } from 'react'
import { QuietButton } from '../auth/buttons.tsx'
import { useBackdrop, useModal } from '../auth/use-modal.ts'

interface CheckoutDialogProps {
  title: string
  /** The terms change while the dialog is open. */
  live?: { busy: boolean }
  back: string
  onClose: () => void
  /** The button that pays, and what follows it. */
  actions: ReactNode
  children: ReactNode
}

/** The last step before a payment: its terms, to scroll, above its buttons. */
export function CheckoutDialog({ title, live, back, onClose, actions, children }: CheckoutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useModal(dialog)
  useEffect(() => heading.current?.focus(), [])
  return (
    <dialog
      ref={dialog}
      className="checkout"
      aria-labelledby={id}
      onClose={onClose}
      {...useBackdrop(onClose)}
    >
      <div className="checkout-terms" {...(live && { 'aria-live': 'polite', 'aria-busy': live.busy })}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <div className="checkout-actions">
        <QuietButton onClick={onClose}>{back}</QuietButton>
        {actions}
      </div>
    </dialog>
  )
}
