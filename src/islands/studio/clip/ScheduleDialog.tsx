import { type SubmitEvent, useState } from 'react'
import type { StudioClip } from '#contract/studio/clip.ts'
import { scheduleClip } from '#contract/studio/editor-calls.ts'
import { timeZoneText } from '#domain/dates/date-text.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { DialogButtons } from '../DialogButtons.tsx'

interface ScheduleDialogProps {
  clip: StudioClip
  onClose: () => void
  onDone: (clip: StudioClip) => void
}

/** Asks when a draft is published automatically, in the editor's own time zone. */
export function ScheduleDialog({ clip, onClose, onDone }: ScheduleDialogProps) {
  const t = clipTexts(pageLocale())
  const { id, version, publish_at } = clip
  const [time, setTime] = useState(() => inputValue(publish_at ? Date.parse(publish_at) : nextHour()))
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function schedule(at: string | null) {
    if (busy) return
    setBusy(true)
    try {
      onDone(await requestAs(scheduleClip, { id, version, publish_at: at }))
      showToast({ kind: 'success', text: at === null ? t.state.timeTaken : t.state.timeSet })
    } catch (error) {
      console.warn('The time could not be set', error)
      showToast({ kind: 'error', text: t.state.failed })
    }
    onClose()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Without an offset it is in this browser's time zone.
    const at = new Date(time)
    if (!(at.getTime() > Date.now())) return setProblem(t.dialogs.past)
    return schedule(at.toISOString())
  }

  return (
    <AccountDialog title={t.dialogs.scheduleTitle} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="field">
          <label htmlFor="publish-at">{t.dialogs.date}</label>
          <div className="field-input">
            <input
              id="publish-at"
              type="datetime-local"
              value={time}
              aria-invalid={problem !== ''}
              aria-describedby="publish-zone publish-problem"
              onChange={({ target }) => {
                setProblem('')
                setTime(target.value)
              }}
            />
          </div>
          <p className="field-hint" id="publish-zone">
            {t.dialogs.zone(timeZoneText(pageLocale()))}
          </p>
          <p className="field-problem" id="publish-problem" role="alert">
            {problem}
          </p>
        </div>
        <DialogButtons
          busy={busy}
          texts={{ submit: t.dialogs.setTime, busy: t.dialogs.busy, cancel: t.dialogs.cancel }}
          onClose={onClose}
        >
          {publish_at !== null && (
            <button type="button" className="button button-quiet" onClick={() => schedule(null)}>
              {t.dialogs.never}
            </button>
          )}
        </DialogButtons>
      </form>
    </AccountDialog>
  )
}

const nextHour = () => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS

/** `2026-11-22T18:00` in this browser's time zone. */
function inputValue(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
