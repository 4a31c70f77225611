import { removeApp, removePasskey } from '#contract/accounts/factor-calls.ts'
import type { FactorAdded, Passkey } from '#contract/accounts/factors.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { FormDialog } from '../account/FormDialog.tsx'
import { useForm } from '../auth/use-form.ts'
import { AppDialog } from './AppDialog.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'
import { RecoveryCodesDialog, RenewCodesDialog } from './RecoveryCodesDialogs.tsx'

interface Removal {
  dialog: 'remove'
  /** Absent: the app. */
  passkey?: Passkey
  isLast: boolean
}

/** The open dialog. */
export type Open =
  | { dialog: 'addPasskey' | 'addApp' | 'renew' }
  | { dialog: 'rename'; passkey: Passkey }
  | Removal
  | { dialog: 'codes'; codes: readonly string[] }

export interface FactorDialogProps {
  open: Open
  siteName: string
  onOpen: (open: Open) => void
  onChanged: () => void
  onClose: () => void
}

/** The dialogs of the panel, loaded together when the first is opened. */
export function FactorDialog({ open, siteName, onOpen, onChanged, onClose }: FactorDialogProps) {
  function onAdded({ recovery_codes: codes }: FactorAdded) {
    onChanged()
    if (codes) onOpen({ dialog: 'codes', codes })
    else onClose()
  }
  function onDone() {
    onChanged()
    onClose()
  }
  switch (open.dialog) {
    case 'addPasskey':
      return <AddPasskeyDialog onAdded={onAdded} onClose={onClose} />
    case 'addApp':
      return <AppDialog onAdded={onAdded} onClose={onClose} />
    case 'renew':
      return <RenewCodesDialog onAdded={onAdded} onClose={onClose} />
    case 'rename':
      return <RenamePasskeyDialog passkey={open.passkey} onDone={onDone} onClose={onClose} />
    case 'remove':
      return <RemoveFactorDialog {...open} onDone={onDone} onClose={onClose} />
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} siteName={siteName} onClose={onClose} />
  }
}

function RemoveFactorDialog({
  passkey,
  isLast,
  onDone,
  onClose,
}: Removal & { onDone: () => void; onClose: () => void }) {
  const { removal: t, panel } = factorTexts(pageLocale())
  const state = useForm(async (_, signal) => {
    if (passkey) await requestWithProof(removePasskey, { id: passkey.id }, { signal })
    else await requestWithProof(removeApp, undefined, { signal })
    showToast({ kind: 'success', text: t.done })
    onDone()
    return undefined
  })
  return (
    <FormDialog title={t.title(passkey?.name ?? panel.app)} state={state} texts={t} onClose={onClose}>
      <p>{t.lead}</p>
      {isLast && <p>{t.last}</p>}
      {passkey && <p className="panel-note">{t.passkeyNote}</p>}
    </FormDialog>
  )
}
