import { prove } from '#contract/factor-endpoints.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { proofTexts } from '#i18n/proof-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { PasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'

/** Asks for the password of who is signed in. */
export function PasswordProof({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const locale = pageLocale()
  const t = proofTexts(locale)
  const words = authTexts(locale)
  const { wrong } = memberTexts(locale).password
  const { form, refusal, busy, onSubmit } = useForm<'password'>(async ({ password }, signal) => {
    const empty = emptyFields({ password }, ['password'], words)
    if (empty) return empty
    try {
      await requestAs(prove, { password }, { signal })
    } catch (error) {
      if (codeOf(error) === 'PASSWORD_WRONG') return { summary: wrong, fields: { password: wrong } }
      return { summary: reasonOf(error, words) }
    }
    onProved()
    return undefined
  })
  return (
    <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
      <p>{t.lead.password}</p>
      <PasswordField
        name="password"
        label={words.password}
        problem={refusal?.fields?.password}
        autoComplete="current-password"
        texts={words}
      />
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <div className="panel-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.cancel}
        </button>
        <SubmitButton busy={busy} texts={t.form} />
      </div>
    </form>
  )
}
