import { useEffect, useId, useRef, useState } from 'react'
import { sendMessage } from '#contract/clip-calls.ts'
import { CONTACT_TOPICS, ContactInput, MAX_MESSAGE } from '#contract/contact.ts'
import { request } from '#contract/request.ts'
import { type AuthTexts, authTexts } from '#i18n/auth-texts.ts'
import { type ContactTexts, contactTexts } from '#i18n/contact-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Field } from '../auth/Field.tsx'
import { emptyFields, reasonOf } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { type Refusal, useForm, type Values } from '../auth/use-form.ts'
import { cameFrom } from './came-from.ts'

type Name = 'topic' | 'clip' | 'name' | 'email' | 'message'

export function ContactForm() {
  const t = contactTexts(pageLocale())
  const [sentFrom, setSentFrom] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [sentFrom])
  if (sentFrom === undefined) return <Form onSent={setSentFrom} />
  return (
    <section className="step">
      <h2 ref={heading} tabIndex={-1}>
        {t.doneTitle}
      </h2>
      <p>{t.done(sentFrom)}</p>
      <button type="button" className="button button-quiet" onClick={() => setSentFrom(undefined)}>
        {t.another}
      </button>
    </section>
  )
}

function Form({ onSent }: { onSent: (email: string) => void }) {
  const locale = pageLocale()
  const t = contactTexts(locale)
  const auth = authTexts(locale)
  const person = useAuth()
  const [{ clip, topic }] = useState(() => cameFrom(location, document.referrer))
  const id = useId()
  const { form, refusal, busy, onSubmit } = useForm<Name>(async (values, signal) => {
    const message = { ...values, clip: clipNumber(values.clip), locale }
    const wrong = refusalOf(values, message, { t, auth })
    if (wrong) return wrong
    try {
      await request(sendMessage, ContactInput.parse(message), { signal })
      onSent(values.email.trim())
      return undefined
    } catch (error) {
      return { summary: t.failedBecause(reasonOf(error, auth)) }
    }
  })
  const problem = (name: Name) => refusal?.fields?.[name]
  const described = problem('message') && `${id}-problem`

  return (
    <form
      ref={form}
      className="panel-form contact-form"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
    >
      <div className="field">
        <label htmlFor={`${id}-topic`}>{t.topic}</label>
        <div className="field-input">
          <select id={`${id}-topic`} name="topic" defaultValue={topic}>
            {CONTACT_TOPICS.map((each) => (
              <option key={each} value={each}>
                {t.topics[each]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Field
        name="clip"
        label={t.clip}
        hint={t.clipHint}
        problem={problem('clip')}
        input={{ inputMode: 'numeric', autoComplete: 'off', required: false, defaultValue: clip }}
      />
      <Field
        name="name"
        label={auth.name}
        problem={problem('name')}
        input={{ autoComplete: 'name', defaultValue: person?.name }}
      />
      <Field
        name="email"
        label={auth.email}
        problem={problem('email')}
        input={{ type: 'email', autoComplete: 'email', defaultValue: person?.email }}
      />
      <div className="field">
        <label htmlFor={`${id}-message`}>{t.message}</label>
        <div className="field-input">
          <textarea
            id={`${id}-message`}
            name="message"
            rows={7}
            maxLength={MAX_MESSAGE}
            required
            aria-invalid={problem('message') !== undefined}
            aria-describedby={described}
          />
        </div>
        {described && (
          <p className="field-problem" id={described}>
            {problem('message')}
          </p>
        )}
      </div>
      {refusal && !refusal.fields && <p className="form-problem">{refusal.summary}</p>}
      <SubmitButton busy={busy} texts={t} />
    </form>
  )
}

/** Undefined if empty; NaN, which the schema refuses, if it is not a number. */
function clipNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text.normalize('NFKC'))
}

function refusalOf(
  values: Values<Name>,
  message: object,
  { t, auth }: { t: ContactTexts; auth: AuthTexts },
): Refusal<Name> | undefined {
  const empty = emptyFields(values, ['name', 'email', 'message'], auth)
  if (empty) return empty
  const { success, error } = ContactInput.safeParse(message)
  if (success) return undefined
  const texts = { ...t.wrong, name: auth.wrong.name, email: auth.wrong.email, topic: auth.reasons.unexpected }
  const fields: Partial<Record<Name, string>> = {}
  for (const { path } of error.issues) fields[path[0] as Name] = texts[path[0] as Name]
  return { summary: Object.values(fields)[0] ?? auth.reasons.unexpected, fields }
}
