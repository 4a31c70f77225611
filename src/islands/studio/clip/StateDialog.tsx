import { type SubmitEvent, useState } from 'react'
import type { StudioClip } from '#contract/studio/clip.ts'
import { hideStudioClip, publishStudioClip } from '#contract/studio/editor-calls.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { DialogButtons } from '../DialogButtons.tsx'

interface StateDialogProps {
  kind: 'publish' | 'hide'
  clip: StudioClip
  onClose: () => void
  onDone: (clip: StudioClip) => void
}

/** Asks before a clip is shown to visitors, or hidden from them. */
export function StateDialog({ kind, clip, onClose, onDone }: StateDialogProps) {
  const t = clipTexts(pageLocale())
  const [busy, setBusy] = useState(false)
  const { id, version, state } = clip
  const submit = kind === 'hide' ? t.state.hide : state === 'draft' ? t.state.publish : t.state.bringBack

  async function act(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      onDone(await requestAs(kind === 'hide' ? hideStudioClip : publishStudioClip, { id, version }))
      showToast({ kind: 'success', text: kind === 'hide' ? t.state.hidden : t.state.published })
    } catch (error) {
      console.warn('The state could not be changed', error)
      showToast({ kind: 'error', text: t.state.failed })
    }
    onClose()
  }

  return (
    <AccountDialog title={kind === 'hide' ? t.dialogs.hideTitle : t.dialogs.publishTitle} onClose={onClose}>
      <form onSubmit={act}>
        <p>{kind === 'hide' ? t.dialogs.hideLead : t.dialogs.publishLead}</p>
        <DialogButtons
          busy={busy}
          texts={{ submit, busy: t.dialogs.busy, cancel: t.dialogs.cancel }}
          onClose={onClose}
        />
      </form>
    </AccountDialog>
  )
}
