import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { endPromotion, extendPromotion } from '#contract/set-calls.ts'
import type { SetLine } from '#contract/sets.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { isPromotionLength, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { builderTexts } from '#i18n/builder-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { DialogButtons } from '../DialogButtons.tsx'

export type ChangeKind = 'extend' | 'end'

export interface ChangeDialogProps {
  kind: ChangeKind
  line: SetLine
  onClose: () => void
  onChanged: (expiry: string) => void
}

/** Asks for the days of an extension, or confirms the end of a promotion. */
export function ChangeDialog({ kind, line, onClose, onChanged }: ChangeDialogProps) {
  const locale = pageLocale()
  const texts = builderTexts(locale)
  const t = texts.admin
  const [days, setDays] = useState(String(PROMOTION_DAYS.default))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function change(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    if (kind === 'extend' && !isPromotionLength(days))
      return setProblem(texts.wrong.days(PROMOTION_DAYS.min, PROMOTION_DAYS.max))
    setBusy(true)
    try {
      if (kind === 'end') {
        await requestAs(endPromotion, { id: line.id })
        showToast({ kind: 'success', text: t.endedNow })
        onChanged(new Date().toISOString())
      } else {
        const { expiry } = await requestAs(extendPromotion, { id: line.id, expires_in_days: Number(days) })
        const date = dateTimeText(locale, expiry)
        showToast({ kind: 'success', text: t.extended(date) })
        onChanged(expiry)
      }
    } catch (error) {
      console.warn('A promotion could not be changed', error)
      const shorter = kind === 'extend' && error instanceof ApiError && error.status === 400
      setProblem(shorter ? t.shorter : t.changeFailed)
      setBusy(false)
    }
  }

  return (
    <AccountDialog
      title={kind === 'end' ? t.endTitle(line.name) : t.extendTitle(line.name)}
      onClose={onClose}
    >
      <form className="set-form" onSubmit={change} noValidate>
        <p>{kind === 'end' ? t.endLead : t.extendLead}</p>
        {kind === 'extend' && (
          <div className="field field-days">
            <label htmlFor="extend-days">{texts.days}</label>
            <div className="field-input">
              <input
                id="extend-days"
                type="number"
                inputMode="numeric"
                min={PROMOTION_DAYS.min}
                max={PROMOTION_DAYS.max}
                value={days}
                aria-invalid={problem !== ''}
                onChange={(event) => {
                  setProblem('')
                  setDays(event.target.value)
                }}
              />
            </div>
          </div>
        )}
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <DialogButtons
          busy={busy}
          texts={{ submit: kind === 'end' ? t.endConfirm : t.extend, busy: t.busy, cancel: t.keep }}
          onClose={onClose}
        />
      </form>
    </AccountDialog>
  )
}
