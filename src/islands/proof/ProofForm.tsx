import { useEffect, useState } from 'react'
import type { PasskeyOptions, ProofInput } from '#contract/accounts/factors.ts'
import { localePath } from '#domain/address/locale-path.ts'
import type { ProofKind } from '#domain/people/proof.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { Field, FormProblem } from '../auth/Field.tsx'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, fieldRefusal, type Refusal, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { isPasskeyTrouble, mayUsePasskeys, signWithPasskey } from './passkeys.ts'

export interface ProofFormProps {
  /** In the order of the dialog. */
  kinds: readonly ProofKind[]
  /** Sends the proof; rejects as the server refuses. */
  show: (shown: ProofInput, signal: AbortSignal) => Promise<void>
  askPasskey: () => Promise<PasskeyOptions>
  onClose: () => void
}

/** Asks for one of several proofs: password, passkey, code or recovery code. */
export function ProofForm({ kinds, show, askPasskey, onClose }: ProofFormProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).proof
  const words = authTexts(locale)
  const offered = mayUsePasskeys() ? kinds : kinds.filter((kind) => kind !== 'passkey')
  const [kind, setKind] = useState<ProofKind>(offered[0] ?? 'recovery')
  const { form, refusal, busy } = useForm<TypedKind>(async (values, signal) => {
    if (kind === 'passkey') {
      await show(await signWithPasskey(await askPasskey()), signal)
      return undefined
    }
    const value = values[kind]
    if (value.trim() === '') return fieldRefusal(kind, words.wrong.empty)
    if (kind === 'code' && !SIX_DIGITS.test(value)) return fieldRefusal('code', t.unlikely)
    await show({ [kind]: value } as ProofInput, signal)
    return undefined
  }, refusalOf)
  // A refusal of another kind must not show here.
  const [refused, setRefused] = useState<Refusal<TypedKind>>()
  useEffect(() => setRefused(refusal), [refusal])
  useEffect(() => form.ref.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus(), [kind])

  function refusalOf(error: unknown): Refusal<TypedKind> {
    if (isPasskeyTrouble(error)) return { summary: t.noPasskey }
    const code = codeOf(error)
    if (code === 'FACTOR_WRONG' && kind !== 'password')
      return kind === 'passkey' ? { summary: t.wrong.passkey } : fieldRefusal(kind, t.wrong[kind])
    if (code === 'PASSWORD_WRONG') return fieldRefusal('password', t.wrong.password)
    return { summary: reasonOf(error, words) }
  }

  function choose(other: ProofKind) {
    setRefused(undefined)
    setKind(other)
  }

  return (
    <form {...form}>
      <p>{t.lead[kind]}</p>
      {kind !== 'passkey' && <ProofField kind={kind} problem={refused?.fields?.[kind]} />}
      <FormProblem refusal={refused} />
      <div className="panel-actions">
        <QuietButton onClick={onClose}>{t.cancel}</QuietButton>
        <SubmitButton busy={busy} texts={{ submit: t.submit[kind], busy: t.busy[kind] }} />
      </div>
      <div className="proof-others">
        {offered
          .filter((other) => other !== kind)
          .map((other) => (
            <button key={other} type="button" className="link-button" onClick={() => choose(other)}>
              {t.other[other]}
            </button>
          ))}
      </div>
      {kind === 'recovery' && (
        <p className="auth-small">
          <a href={localePath(locale, '/contact')}>{t.lost}</a>
        </p>
      )}
    </form>
  )
}

/** As typed: full-width digits, and spaces between. */
const SIX_DIGITS = /^\s*(?:[\d０-９][\s-]*){6}$/

type TypedKind = Exclude<ProofKind, 'passkey'>

const INPUTS = {
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
} as const

function ProofField({ kind, problem }: { kind: TypedKind; problem: string | undefined }) {
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
