import { useEffect, useRef, useState } from 'react'
import { type ApiError, request } from '#contract/request.ts'
import { SetupInput } from '#contract/shop/setup.ts'
import { setUpShop } from '#contract/shop/setup-calls.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { setupTexts } from '#i18n/setup/texts.ts'
import { signIn } from '#stores/auth/auth.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Field, FormProblem } from '../auth/Field.tsx'
import { MemberNotice } from '../auth/MemberNotice.tsx'
import { Options } from '../auth/Options.tsx'
import { NewPasswordField } from '../auth/PasswordField.tsx'
import { codeOf, emptyFields, fieldRefusal, type Refusal, reasonOf, refusedFields } from '../auth/refusals.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/use-form.ts'
import { SetupSteps } from './SetupSteps.tsx'

const FIELDS = ['code', 'shop', 'name', 'email', 'password'] as const
type SetupField = (typeof FIELDS)[number]

/** Makes a new shop somebody's own: its name and first admin, then what can wait. @param shop the name so far */
export function SetupPage({ shop }: { shop: string }) {
  const t = setupTexts(pageLocale())
  const [state, setState] = useState<'asking' | 'made' | 'done'>('asking')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])
  return (
    <div className="setup stack-6">
      <h1 className="page-title" ref={heading} tabIndex={-1}>
        {t.title}
      </h1>
      {state === 'asking' && (
        <ShopForm shop={shop} onMade={() => setState('made')} onDone={() => setState('done')} />
      )}
      {state === 'made' && <SetupSteps oneByOne={{ siteName: shop }} />}
      {state === 'done' && (
        <MemberNotice title={t.doneTitle} lead={t.done}>
          <a className="button" href={localizedLink('/studio')}>
            {t.toStudio}
          </a>
        </MemberNotice>
      )}
    </div>
  )
}

interface ShopFormProps {
  shop: string
  onMade: () => void
  /** Somebody else was faster. */
  onDone: () => void
}

function ShopForm({ shop, onMade, onDone }: ShopFormProps) {
  const locale = pageLocale()
  const t = setupTexts(locale)
  const auth = authTexts(locale)
  const { form, refusal, busy } = useForm<SetupField>(async (values, signal) => {
    const input = { ...values, locale } as unknown as SetupInput
    const wrong =
      emptyFields(values, FIELDS, auth) ?? refusedFields(SetupInput.safeParse(input), FIELDS, auth.wrong)
    if (wrong) return wrong
    signIn(await request(setUpShop, input, { signal }))
    onMade()
    return undefined
  }, refusalOf)

  function refusalOf(error: unknown): Refusal<SetupField> | undefined {
    const code = codeOf(error)
    if (code === 'SETUP_DONE') return void onDone()
    if (code === 'SETUP_CODE_OVER') return fieldRefusal('code', t.codeOver)
    if (code === 'SETUP_CODE_WRONG') {
      const { tries_left = 0 } = (error as ApiError).answer as { tries_left?: number }
      return fieldRefusal('code', t.codeWrong(tries_left))
    }
    const reason = reasonOf(error, auth)
    if (code === 'PASSWORD_TOO_COMMON') return fieldRefusal('password', reason)
    return { summary: t.failedBecause(reason) }
  }

  // The address in the log has the code in its fragment.
  const code = location.hash.slice(1)
  const other = locale === 'ja' ? 'en' : 'ja'
  return (
    <form {...form} className="step stack-4 panel-form">
      <p>{t.lead}</p>
      <p>
        <a href={`${other === 'ja' ? '/ja' : ''}/setup${location.hash}`} hrefLang={other} lang={other}>
          {other === 'ja' ? '日本語' : 'English'}
        </a>
      </p>
      <Field
        name="code"
        label={t.code}
        hint={t.codeHint}
        problem={refusal?.fields?.code}
        input={{ defaultValue: code, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
      />
      <Field
        name="shop"
        label={t.shop}
        problem={refusal?.fields?.shop}
        input={{ defaultValue: shop, autoComplete: 'off', maxLength: 100 }}
      />
      <div className="field">
        <label htmlFor="shown">{t.languages}</label>
        <div className="field-input">
          <select id="shown" name="shown" defaultValue="both">
            <Options of={(['both', 'en', 'ja'] as const).map((value) => [value, t.shown[value]])} />
          </select>
        </div>
      </div>
      <h2>{t.you}</h2>
      <Field
        name="name"
        label={t.name}
        problem={refusal?.fields?.name}
        input={{ type: 'text', autoComplete: 'name' }}
      />
      <Field
        name="email"
        label={auth.email}
        problem={refusal?.fields?.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <NewPasswordField
        name="password"
        label={auth.password}
        problem={refusal?.fields?.password}
        texts={auth}
      />
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={t} />
    </form>
  )
}
