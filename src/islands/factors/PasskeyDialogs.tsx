import { addPasskey, newPasskeyOptions, renamePasskey } from '#contract/accounts/factor-calls.ts'
import type { Passkey } from '#contract/accounts/factors.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { PASSKEY_NAME_MAX } from '#domain/people/passkey-name.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { FormDialog } from '../account/FormDialog.tsx'
import { Field } from '../auth/Field.tsx'
import { fieldRefusal, type Refusal, reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { isPasskeyKnown, isPasskeyTrouble, makePasskey } from '../proof/passkeys.ts'
import { type AddDialogProps, useBegun } from './use-begun.ts'

/** Names a passkey and lets the device make it. The options come first: some browsers require a recent click. */
export function AddPasskeyDialog({ onAdded, onClose }: AddDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).passkey
  const options = useBegun(() => requestWithProof(newPasskeyOptions, undefined), onClose)
  const state = useForm<'name'>(async (values, signal) => {
    const name = values.name.trim()
    if (name === '' || name.length > PASSKEY_NAME_MAX) return fieldRefusal('name', t.nameWrong)
    const made = await makePasskey(options!)
    const added = await requestAs(addPasskey, { ...made, name }, { signal })
    showToast({ kind: 'success', text: t.added })
    onAdded(added)
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<'name'> {
    if (isPasskeyTrouble(error)) return { summary: isPasskeyKnown(error) ? t.known : t.notMade }
    return { summary: reasonOf(error, authTexts(locale)) }
  }

  if (!options) return null
  return (
    <FormDialog title={t.title} state={state} texts={t.form} onClose={onClose}>
      <p>{t.lead}</p>
      <NameField problem={state.refusal?.fields?.name} name={thisDevice()} />
    </FormDialog>
  )
}

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const t = factorTexts(pageLocale()).passkey
  const state = useForm<'name'>(async (values, signal) => {
    const name = values.name.trim()
    if (name === '') return fieldRefusal('name', t.nameWrong)
    await requestAs(renamePasskey, { id: passkey.id, name }, { signal })
    showToast({ kind: 'success', text: t.renamed })
    onDone()
    return undefined
  })
  return (
    <FormDialog title={t.renameTitle} state={state} texts={t.renameForm} onClose={onClose}>
      <NameField problem={state.refusal?.fields?.name} name={passkey.name} />
    </FormDialog>
  )
}

function NameField({ name, problem }: { name: string; problem: string | undefined }) {
  const t = factorTexts(pageLocale()).passkey
  return (
    <Field
      name="name"
      label={t.name}
      hint={t.nameHint}
      problem={problem}
      input={{ type: 'text', autoComplete: 'off', maxLength: PASSKEY_NAME_MAX, defaultValue: name }}
    />
  )
}

function thisDevice(): string {
  const t = factorTexts(pageLocale()).passkey
  const { browser, system } = deviceName(navigator.userAgent)
  return browser && system ? t.on(browser, system) : (browser ?? system ?? t.unnamed)
}
