import { useState } from 'react'
import { removeFromCollection, removeFromPromotion } from '#contract/sets/set-calls.ts'
import type { SetsTexts } from '#i18n/sets/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import type { SetClip, ShownSet } from '#stores/sets/set-clips.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'

export interface RemoveDialogProps {
  set: ShownSet
  clip: SetClip
  texts: SetsTexts
  onRemoved: (clip: SetClip) => void
  onClose: () => void
}

export function RemoveDialog({ set, clip, texts, onRemoved, onClose }: RemoveDialogProps) {
  const t = texts.removing
  const [busy, setBusy] = useState(false)

  async function remove() {
    if (busy) return
    setBusy(true)
    try {
      const call = set.kind === 'promotion' ? removeFromPromotion : removeFromCollection
      await requestAs(call, { id: set.id, sourceId: clip.id })
      showToast({ kind: 'success', text: t.done })
      onRemoved(clip)
    } catch (error) {
      console.warn('A clip could not be removed', error)
      showToast({ kind: 'error', text: t.failed })
      onClose()
    }
  }

  return (
    <AccountDialog title={t.title} onClose={onClose}>
      <p>{t.lead(clip.title)}</p>
      <div className="panel-actions">
        <button type="button" className="button" aria-disabled={busy} onClick={remove}>
          {busy ? t.busy : t.confirm}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.cancel}
        </button>
      </div>
    </AccountDialog>
  )
}
