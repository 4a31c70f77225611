import { type SubmitEvent, useState } from 'react'
import { addCategory } from '#contract/studio/categories-calls.ts'
import { categoriesTexts } from '#i18n/studio/categories-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../../auth/Field.tsx'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { refusalText } from './refusal-text.ts'

const EMPTY = { label: '', label_ja: '', key: '' }

/** A new category. Its key follows the English name until it is typed. */
export function AddCategory({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = categoriesTexts(pageLocale())
  const [typed, setTyped] = useState(EMPTY)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const key = typed.key || keyOf(typed.label)

  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const { label, label_ja } = typed
      await requestAs(addCategory, { key, label, label_ja: label_ja || label })
      await onAdded()
      setTyped(EMPTY)
      showToast({ kind: 'success', text: t.added(label) })
    } catch (error) {
      setProblem(refusalText(error, t))
    }
    setBusy(false)
  }

  const field = (name: keyof typeof EMPTY, label: string, hint?: string) => (
    <Field
      name={name}
      label={label}
      problem={undefined}
      {...(hint && { hint })}
      input={{
        value: name === 'key' ? key : typed[name],
        maxLength: name === 'key' ? 60 : 80,
        required: name !== 'label_ja',
        autoComplete: 'off',
        onChange: (event) => setTyped({ ...typed, [name]: event.target.value }),
      }}
    />
  )
  return (
    <section className="panel">
      <h2>{t.addTitle}</h2>
      <form className="category-add" onSubmit={add} noValidate>
        {field('label', t.english)}
        {field('label_ja', t.japanese)}
        {field('key', t.key, t.keyHint)}
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <SubmitButton busy={busy} texts={{ submit: t.add, busy: t.adding }} />
      </form>
    </section>
  )
}

/** "Four Seasons" becomes `four_seasons`. */
function keyOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
}
