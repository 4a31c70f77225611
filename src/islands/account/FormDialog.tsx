import type { ReactNode } from 'react'
import { factorTexts } from '#i18n/factor/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { FormProblem } from '../auth/Field.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import type { FormState } from '../auth/use-form.ts'
import { AccountDialog } from './AccountDialog.tsx'

interface FormDialogProps {
  title: string
  state: FormState
  texts: { submit: string; busy: string; keep?: string }
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form: its fields, why it was refused, and its buttons. */
export function FormDialog({ title, state, texts, onClose, children }: FormDialogProps) {
  const { form, refusal, busy } = state
  return (
    <AccountDialog title={title} onClose={onClose}>
      <form {...form}>
        {children}
        <FormProblem refusal={refusal} />
        <div className="panel-actions">
          <QuietButton onClick={onClose}>{texts.keep ?? factorTexts(pageLocale()).proof.cancel}</QuietButton>
          <SubmitButton busy={busy} texts={texts} />
        </div>
      </form>
    </AccountDialog>
  )
}
