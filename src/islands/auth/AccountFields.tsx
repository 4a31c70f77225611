import { authTexts } from '#i18n/auth/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Field, type FieldProps } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { Refusal } from './refusals.ts'

interface AccountFieldsProps {
  /** Default: as in the sign-in dialog. */
  nameLabel?: string
  refusal: Refusal<'name' | 'email' | 'password'> | undefined
}

/** Name, e-mail address and password of an account that is made. */
export function AccountFields({ nameLabel, refusal }: AccountFieldsProps) {
  const t = authTexts(pageLocale())
  const { name, email } = refusal?.fields ?? {}
  return (
    <>
      <Field
        name="name"
        label={nameLabel ?? t.name}
        problem={name}
        input={{ type: 'text', autoComplete: 'name' }}
      />
      <Field
        name="email"
        label={t.email}
        problem={email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <NewPasswordField name="password" label={t.password} problem={refusal?.fields?.password} />
    </>
  )
}

export function NewPasswordField(field: Pick<FieldProps, 'name' | 'label' | 'problem'>) {
  const texts = authTexts(pageLocale())
  return <PasswordField {...field} hint={texts.passwordHint} autoComplete="new-password" texts={texts} />
}
