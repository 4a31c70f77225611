import { type SubmitEvent, useState } from 'react'
import type { StudioClip } from '#contract/studio/clip.ts'
import { deleteClip } from '#contract/studio/editor-calls.ts'
import { namesClip } from '#domain/studio/typed-name.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast, showToastOnNextPage } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { DialogButtons } from '../DialogButtons.tsx'

/** Asks for the clip's number or title before it is deleted for good. */
export function DeleteDialog({ clip, onClose }: { clip: StudioClip; onClose: () => void }) {
  const locale = pageLocale()
  const t = clipTexts(locale)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const title = (locale === 'ja' && clip.title_ja) || clip.title || clip.title_ja || t.number(clip.id)

  async function remove(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    if (!namesClip(typed, clip)) return setProblem(t.dialogs.typedWrong)
    setBusy(true)
    try {
      await requestAs(deleteClip, { id: clip.id, typed })
      showToastOnNextPage({ kind: 'success', text: t.state.deleted })
      location.assign(localizedLink(clip.next_draft ? `/studio/clip/${clip.next_draft}` : '/studio/library'))
    } catch (error) {
      console.warn('The clip could not be deleted', error)
      showToast({ kind: 'error', text: t.state.failed })
      onClose()
    }
  }

  return (
    <AccountDialog title={t.dialogs.deleteTitle(title)} onClose={onClose}>
      <form onSubmit={remove} noValidate>
        <p>{t.dialogs.deleteLead}</p>
        <div className="field">
          <label htmlFor="typed-name">{t.dialogs.typed(clip.id)}</label>
          <div className="field-input">
            <input
              id="typed-name"
              type="text"
              autoComplete="off"
              value={typed}
              aria-invalid={problem !== ''}
              aria-describedby="typed-problem"
              onChange={({ target }) => {
                setProblem('')
                setTyped(target.value)
              }}
            />
          </div>
          <p className="field-problem" id="typed-problem" role="alert">
            {problem}
          </p>
        </div>
        <DialogButtons
          busy={busy}
          texts={{ submit: t.dialogs.delete, busy: t.dialogs.busy, cancel: t.dialogs.cancel }}
          onClose={onClose}
        />
      </form>
    </AccountDialog>
  )
}
