import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { MAX_KEY_LABEL, MAX_KEYS_AT_ONCE } from '#contract/studio/testers.ts'
import { makeTesterKeys } from '#contract/studio/testers-calls.ts'
import { type TestersTexts, testersTexts } from '#i18n/studio/testers-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../../auth/Field.tsx'
import { SubmitButton } from '../../auth/SubmitButton.tsx'

/** Makes keys with a label. The server needs a recent proof. */
export function MakeKeys({ onMade }: { onMade: () => void }) {
  const t = testersTexts(pageLocale())
  const [label, setLabel] = useState('')
  const [count, setCount] = useState('1')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function make(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = problemOf(label, count, t)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await requestWithProof(makeTesterKeys, { label: label.trim(), count: Number(count) })
      showToast({ kind: 'success', text: t.made(Number(count)) })
      setLabel('')
      setCount('1')
      onMade()
    } catch (error) {
      console.warn('Keys could not be made', error)
      if (!(error instanceof ApiError && error.status === 403)) setProblem(t.failed)
    }
    setBusy(false)
  }

  return (
    <form className="tester-make" onSubmit={make} noValidate>
      <Field
        name="label"
        label={t.label}
        hint={t.labelHint}
        problem={undefined}
        input={{
          value: label,
          maxLength: MAX_KEY_LABEL,
          autoComplete: 'off',
          onChange: ({ target }) => setLabel(target.value),
        }}
      />
      <Field
        name="count"
        label={t.count}
        problem={undefined}
        input={{
          value: count,
          type: 'number',
          inputMode: 'numeric',
          min: 1,
          max: MAX_KEYS_AT_ONCE,
          onChange: ({ target }) => setCount(target.value),
        }}
      />
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <SubmitButton busy={busy} texts={{ submit: t.make, busy: t.busy }} />
    </form>
  )
}

function problemOf(label: string, count: string, t: TestersTexts): string {
  if (label.trim() === '') return t.problems.labelMissing ?? ''
  const number = Number(count)
  return Number.isInteger(number) && number >= 1 && number <= MAX_KEYS_AT_ONCE ? '' : t.badCount
}
