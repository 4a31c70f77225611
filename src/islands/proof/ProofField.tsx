import type { ProofKind } from '#domain/people/proof.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Field } from '../auth/Field.tsx'
import { PasswordField } from '../auth/PasswordField.tsx'

export type TypedKind = Exclude<ProofKind, 'passkey'>

const INPUTS = {
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
} as const

export function ProofField({ kind, problem }: { kind: TypedKind; problem: string | undefined }) {
  const locale = pageLocale()
  const words = authTexts(locale)
  if (kind === 'password')
    return (
      <PasswordField
        name="password"
        label={words.password}
        problem={problem}
        autoComplete="current-password"
        texts={words}
      />
    )
  return (
    <Field
      key={kind}
      name={kind}
      label={factorTexts(locale).proof.field[kind]}
      problem={problem}
      input={{ type: 'text', ...INPUTS[kind] }}
    />
  )
}
