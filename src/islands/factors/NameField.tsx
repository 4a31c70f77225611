import { PASSKEY_NAME_MAX } from '#domain/people/passkey-name.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Field } from '../auth/Field.tsx'

export function NameField({ name, problem }: { name: string; problem: string | undefined }) {
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
