import { useState } from 'react'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { Field } from './Field.tsx'
import type { Refusal } from './refusals.ts'

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

interface AccountFieldsProps {
  texts: AuthTexts
  refusal: Refusal<'name' | 'email' | 'password'> | undefined
}

/** Name, e-mail address and password of an account that is made. */
export function AccountFields({ texts, refusal: { fields = {} } = {} as Refusal }: AccountFieldsProps) {
  return (
    <>
      <Field
        name="name"
        label={texts.name}
        problem={fields.name}
        input={{ type: 'text', autoComplete: 'name' }}
      />
      <Field
        name="email"
        label={texts.email}
        problem={fields.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <NewPasswordField name="password" label={texts.password} problem={fields.password} texts={texts} />
    </>
  )
}

type NewPasswordFieldProps = Pick<PasswordFieldProps, 'name' | 'label' | 'problem'> & { texts: AuthTexts }

export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} hint={props.texts.passwordHint} autoComplete="new-password" />
}
