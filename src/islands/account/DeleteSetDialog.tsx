import { useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteCollection, endPromotion } from '#contract/sets/set-calls.ts'
import type { SetLine } from '#contract/sets/sets.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button, QuietButton } from '../auth/buttons.tsx'
import { useAction } from '../studio/use-action.ts'
import { AccountDialog } from './AccountDialog.tsx'

export interface DeleteSetDialogProps {
  line: SetLine
  onClose: () => void
  onDeleted: () => void
}

export function DeleteSetDialog({ line, onClose, onDeleted }: DeleteSetDialogProps) {
  const t = memberTexts(pageLocale()).sets
  const { busy, run } = useAction(() => {
    onClose()
    return t.deleteFailed
  })
  // The list around the button that opened the dialog.
  const [list] = useState(() => document.activeElement?.closest<HTMLElement>('.panel'))

  async function remove() {
    if (line.kind === 'promotion') await requestAs(endPromotion, { id: line.id, figures: 'delete' })
    else await requestAs(deleteCollection, { id: line.id })
    showToast({ kind: 'success', text: t.deleted })
    flushSync(onDeleted)
    focusHeading(list)
  }

  return (
    <AccountDialog title={t.deleteTitle(line.name)} onClose={onClose}>
      <p>{t.deleteLead}</p>
      <div className="panel-actions">
        <Button aria-disabled={busy} onClick={() => run(remove)}>
          {busy ? t.deleting : t.confirm}
        </Button>
        <QuietButton onClick={onClose}>{t.keep}</QuietButton>
      </div>
    </AccountDialog>
  )
}

/** The button that opened the dialog is gone, and the focus with it. */
function focusHeading(panel: HTMLElement | null | undefined): void {
  const heading = panel?.querySelector('h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
