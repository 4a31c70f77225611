import { useState } from 'react'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { Field } from './Field.tsx'

export interface PasswordFieldProps {
  name: string
  label: string
  hint?: string
  problem: string | undefined
  autoComplete: 'current-password' | 'new-password'
  texts: { showPassword: string; show: string; hide: string }
}

export function PasswordField({ autoComplete, texts, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      input={{
        type: shown ? 'text' : 'password',
        autoComplete,
        autoCapitalize: 'none',
        autoCorrect: 'off',
        spellCheck: false,
      }}
    >
      <button
        type="button"
        className="field-show"
        aria-label={texts.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <span aria-hidden="true">{shown ? texts.hide : texts.show}</span>
      </button>
    </Field>
  )
}

type NewPasswordFieldProps = Pick<PasswordFieldProps, 'name' | 'label' | 'problem'> & { texts: AuthTexts }

export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} hint={props.texts.passwordHint} autoComplete="new-password" />
}
