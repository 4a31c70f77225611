import { useId } from 'react'
import { answerSurvey } from '#contract/accounts/account-calls.ts'
import { OCCUPATIONS } from '#contract/accounts/accounts.ts'
import type { AuthTexts } from '#i18n/auth/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { LinkButton } from './buttons.tsx'
import { fieldRefusal, reasonOf } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'

/** Asks for the occupation once after registering, if the site wants it; can be skipped. */
export function SurveyForm({ texts, onDone }: { texts: AuthTexts; onDone: () => void }) {
  const t = texts.survey
  const id = useId()
  const { form, refusal, busy } = useForm<'occupation'>(
    async ({ occupation }, signal) => {
      if (!occupation) return fieldRefusal('occupation', t.choose)
      await requestAs(answerSurvey, { occupation }, { signal })
      onDone()
      return undefined
    },
    (error) => ({ summary: t.failedBecause(reasonOf(error, texts)) }),
  )
  const problem = refusal?.fields?.occupation ?? refusal?.summary

  return (
    <form {...form}>
      <p>{t.lead}</p>
      <fieldset className="occupations" aria-describedby={problem && id}>
        <legend className="visually-hidden">{t.occupation}</legend>
        {OCCUPATIONS.map((occupation) => (
          <label key={occupation}>
            <input
              type="radio"
              name="occupation"
              value={occupation}
              aria-invalid={refusal?.fields?.occupation !== undefined}
            />
            {t.occupations[occupation]}
          </label>
        ))}
      </fieldset>
      {problem && (
        <p className="field-problem" id={id}>
          {problem}
        </p>
      )}
      <SubmitButton busy={busy} texts={t} />
      <p className="auth-switch">
        <LinkButton onClick={onDone}>{t.skip}</LinkButton>
      </p>
    </form>
  )
}
