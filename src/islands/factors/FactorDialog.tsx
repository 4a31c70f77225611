import type { FactorAdded, Passkey } from '#contract/factors.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { AppDialog } from './AppDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'

/** The open dialog: without `passkey`, `remove` means the app. */
export type Open =
  | { dialog: 'addPasskey' | 'addApp' | 'renew' }
  | { dialog: 'rename'; passkey: Passkey }
  | { dialog: 'remove'; passkey?: Passkey; isLast: boolean }
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
