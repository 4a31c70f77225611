import { renamePasskey } from '#contract/factor-calls.ts'
import type { Passkey } from '#contract/factors.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { DialogActions } from './DialogActions.tsx'
import { NameField } from './NameField.tsx'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).passkey
  const { form, refusal, busy, onSubmit } = useForm<'name'>(async (values, signal) => {
    const name = values.name.trim()
    if (name === '') return { summary: t.nameWrong, fields: { name: t.nameWrong } }
    try {
      await requestAs(renamePasskey, { id: passkey.id, name }, { signal })
    } catch (error) {
      return { summary: reasonOf(error, authTexts(locale)) }
    }
    showToast({ kind: 'success', text: t.renamed })
    onDone()
    return undefined
  })
  return (
    <AccountDialog title={t.renameTitle} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <NameField problem={refusal?.fields?.name} name={passkey.name} />
        <DialogActions refusal={refusal} busy={busy} texts={t.renameForm} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}
