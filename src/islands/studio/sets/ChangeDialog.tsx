import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { endPromotion, extendPromotion } from '#contract/sets/set-calls.ts'
import type { SetLine } from '#contract/sets/sets.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { isPromotionLength, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { ActDialog } from '../ActDialog.tsx'

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

  async function change() {
    if (kind === 'extend' && !isPromotionLength(days))
      return texts.wrong.days(PROMOTION_DAYS.min, PROMOTION_DAYS.max)
    try {
      if (kind === 'end') {
        await requestAs(endPromotion, { id: line.id })
        showToast({ kind: 'success', text: t.endedNow })
        onChanged(new Date().toISOString())
      } else {
        const { expiry } = await requestAs(extendPromotion, { id: line.id, expires_in_days: Number(days) })
        showToast({ kind: 'success', text: t.extended(dateTimeText(locale, expiry)) })
        onChanged(expiry)
      }
      return undefined
    } catch (error) {
      console.warn('A promotion could not be changed', error)
      const shorter = kind === 'extend' && error instanceof ApiError && error.status === 400
      return shorter ? t.shorter : t.changeFailed
    }
  }

  return (
    <ActDialog
      title={kind === 'end' ? t.endTitle(line.name) : t.extendTitle(line.name)}
      texts={{ submit: kind === 'end' ? t.endConfirm : t.extend, busy: t.busy, cancel: t.keep }}
      act={change}
      onClose={onClose}
    >
      {(problem) => (
        <>
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
                  onChange={(event) => setDays(event.target.value)}
                />
              </div>
            </div>
          )}
        </>
      )}
    </ActDialog>
  )
}
