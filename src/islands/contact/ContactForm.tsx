import { useEffect, useId, useRef, useState } from 'react'
import { sendMessage } from '#contract/clips/clip-calls.ts'
import { request } from '#contract/request.ts'
import { CONTACT_TOPICS, ContactInput, MAX_MESSAGE } from '#contract/shop/contact.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { contactTexts } from '#i18n/contact/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { Field, FormProblem } from '../auth/Field.tsx'
import { emptyFields, reasonOf, refusedFields } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { useForm } from '../auth/use-form.ts'
import { cameFrom } from './came-from.ts'

const REQUIRED = ['name', 'email', 'message'] as const
const NAMES = ['topic', 'clip', ...REQUIRED] as const
type Name = (typeof NAMES)[number]

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
      <QuietButton onClick={() => setSentFrom(undefined)}>{t.another}</QuietButton>
    </section>
  )
}

function Form({ onSent }: { onSent: (email: string) => void }) {
  const locale = pageLocale()
  const t = contactTexts(locale)
  const auth = authTexts(locale)
  const person = useAuth()
  const [{ clip, topic, searched }] = useState(() => cameFrom(location, document.referrer))
  const id = useId()
  const { form, refusal, busy } = useForm<Name>(
    async (values, signal) => {
      const empty = emptyFields<Name>(values, REQUIRED, auth)
      if (empty) return empty
      const message = ContactInput.safeParse({ ...values, clip: clipNumber(values.clip), locale })
      if (!message.success) return refusedFields(message, NAMES, { ...auth.wrong, ...t.wrong })
      await request(sendMessage, message.data, { signal })
      onSent(values.email.trim())
      return undefined
    },
    (error) => ({ summary: t.failedBecause(reasonOf(error, auth)) }),
  )
  const problem = (name: Name) => refusal?.fields?.[name]
  const described = problem('message') && `${id}-problem`

  return (
    <form {...form} className="stack-4 panel-form contact-form">
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
            defaultValue={topic === 'feedback' && searched ? t.missed(searched) : ''}
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
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={t} />
    </form>
  )
}

/** Undefined if empty; NaN, which the schema refuses, if it is not a number. */
function clipNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text.normalize('NFKC'))
}
