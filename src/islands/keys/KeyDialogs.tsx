import { useId, useState } from 'react'
import { makeKey, revokeKey } from '#contract/accounts/key-calls.ts'
import type { Key } from '#contract/accounts/keys.ts'
import type { Role } from '#domain/membership/membership.ts'
import { KEY_NAME_MAX, type KeyScope, scopesOf } from '#domain/people/key-scopes.ts'
import { keyTexts } from '#i18n/key/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { copyLink } from '#stores/copy-text.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { FormDialog } from '../account/FormDialog.tsx'
import { QuietButton } from '../auth/buttons.tsx'
import { Field } from '../auth/Field.tsx'
import { Options } from '../auth/Options.tsx'
import { fieldRefusal } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'

interface MakeKeyDialogProps {
  role: Role | null | undefined
  onClose: () => void
}

/** Asks what a new key is for, then shows it, once. */
export function MakeKeyDialog({ role, onClose }: MakeKeyDialogProps) {
  const t = keyTexts(pageLocale())
  const id = useId()
  const [made, setMade] = useState<string>()
  const offered = scopesOf({ id: 0, membership: 'free', role })
  const state = useForm<'name' | 'days' | KeyScope>(async (values, signal) => {
    const name = values.name.trim()
    if (name === '') return fieldRefusal('name', t.nameWrong)
    const scopes = offered.filter((scope) => values[scope])
    if (scopes.length === 0) return fieldRefusal('read', t.scopesWrong)
    const end = values.days ? { expires_in_days: Number(values.days) } : {}
    const { key } = await requestWithProof(makeKey, { name, scopes, ...end }, { signal })
    setMade(key)
    return undefined
  })
  const { fields } = state.refusal ?? {}

  if (made) return <NewKeyDialog made={made} onClose={onClose} />
  return (
    <FormDialog title={t.make} state={state} texts={t.form} onClose={onClose}>
      <Field
        name="name"
        label={t.name}
        hint={t.nameHint}
        problem={fields?.name}
        input={{ type: 'text', autoComplete: 'off', maxLength: KEY_NAME_MAX }}
      />
      <fieldset className="field key-scopes" aria-describedby={fields?.read && `${id}-problem`}>
        <legend>{t.may}</legend>
        {offered.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              name={scope}
              defaultChecked={scope === 'read'}
              aria-invalid={fields?.read !== undefined}
            />
            {t.scopes[scope]}
          </label>
        ))}
        {fields?.read && (
          <p className="field-problem" id={`${id}-problem`}>
            {fields.read}
          </p>
        )}
      </fieldset>
      <div className="field">
        <label htmlFor={id}>{t.end}</label>
        <div className="field-input">
          <select id={id} name="days" defaultValue="365">
            <Options of={Object.entries(t.ends)} />
          </select>
        </div>
      </div>
    </FormDialog>
  )
}

function NewKeyDialog({ made, onClose }: { made: string; onClose: () => void }) {
  const t = keyTexts(pageLocale())
  return (
    <AccountDialog title={t.shownTitle} onClose={onClose} stays>
      <p>{t.shownLead}</p>
      <p className="app-key">
        <code>{made}</code>
      </p>
      <div className="panel-actions">
        <QuietButton onClick={() => copyLink(made, t)}>{t.copy}</QuietButton>
      </div>
      <button type="button" className="button submit" onClick={onClose}>
        {t.done}
      </button>
    </AccountDialog>
  )
}

export function RevokeKeyDialog({ of: { id, name }, onClose }: { of: Key; onClose: () => void }) {
  const t = keyTexts(pageLocale())
  const state = useForm(async (_, signal) => {
    await requestAs(revokeKey, { id }, { signal })
    showToast({ kind: 'success', text: t.revoked })
    onClose()
    return undefined
  })
  return (
    <FormDialog title={t.revokeTitle} state={state} texts={t.revokeForm} onClose={onClose}>
      <p>{t.revokeLead(name)}</p>
    </FormDialog>
  )
}
