import { addPasskey, newPasskeyOptions } from '#contract/factor-calls.ts'
import type { FactorAdded } from '#contract/factors.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { PASSKEY_NAME_MAX } from '#domain/people/passkey-name.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { isPasskeyKnown, isPasskeyTrouble, makePasskey } from '../proof/passkeys.ts'
import { DialogActions } from './DialogActions.tsx'
import { NameField } from './NameField.tsx'
import { useBegun } from './use-begun.ts'

interface AddPasskeyDialogProps {
  onAdded: (added: FactorAdded) => void
  onClose: () => void
}

/** Names a passkey and lets the device make it. The options come first: some browsers require a recent click. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).passkey
  const options = useBegun(() => requestWithProof(newPasskeyOptions, undefined), onClose)
  const { form, refusal, busy, onSubmit } = useForm<'name'>(async (values, signal) => {
    const name = values.name.trim()
    if (name === '' || name.length > PASSKEY_NAME_MAX)
      return { summary: t.nameWrong, fields: { name: t.nameWrong } }
    try {
      const made = await makePasskey(options!)
      const added = await requestAs(addPasskey, { ...made, name }, { signal })
      showToast({ kind: 'success', text: t.added })
      onAdded(added)
      return undefined
    } catch (error) {
      if (isPasskeyTrouble(error)) return { summary: isPasskeyKnown(error) ? t.known : t.notMade }
      return { summary: reasonOf(error, authTexts(locale)) }
    }
  })
  if (!options) return null
  return (
    <AccountDialog title={t.title} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.lead}</p>
        <NameField problem={refusal?.fields?.name} name={thisDevice()} />
        <DialogActions refusal={refusal} busy={busy} texts={t.form} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}

function thisDevice(): string {
  const t = factorTexts(pageLocale()).passkey
  const { browser, system } = deviceName(navigator.userAgent)
  return browser && system ? t.on(browser, system) : (browser ?? system ?? t.unnamed)
}
