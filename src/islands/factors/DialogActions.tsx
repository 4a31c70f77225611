import { factorTexts } from '#i18n/factor-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import type { Refusal } from '../auth/use-form.ts'

interface DialogActionsProps {
  refusal: Refusal | undefined
  busy: boolean
  texts: { submit: string; busy: string; keep?: string }
  onClose: () => void
}

export function DialogActions({ refusal, busy, texts, onClose }: DialogActionsProps) {
  const { cancel } = factorTexts(pageLocale()).proof
  return (
    <>
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <div className="panel-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {texts.keep ?? cancel}
        </button>
        <SubmitButton busy={busy} texts={texts} />
      </div>
    </>
  )
}
