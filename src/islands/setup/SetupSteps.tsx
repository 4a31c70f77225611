import { useEffect, useRef, useState } from 'react'
import type { SetupStep, TestMail } from '#contract/shop/setup.ts'
import { dropStep, openSteps, sendTestMail } from '#contract/shop/setup-calls.ts'
import { setupTexts } from '#i18n/setup/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import { ProofHost } from '../proof/ProofHost.tsx'
import { useAction } from '../studio/use-action.ts'
import { FactorStep, LookStep } from './first-steps.tsx'

/** A mail server that hangs is given up by the server within half a minute. */
const MAIL_MS = 35_000

/** Rooms where the steps are done that have no form here. */
const ROOMS = {
  look: '/studio/shop',
  factor: '/account#two-step',
  stripe: '/studio/prices',
  files: '/studio/uploads',
} as const

/** What a new shop was not yet given: all of it in the overview, one step at a time in the setup. */
export function SetupSteps({ oneByOne }: { oneByOne?: { siteName: string } }) {
  const t = setupTexts(pageLocale())
  const { data, reload } = useLoaded(() => requestAs(openSteps, undefined))
  if (!data) return null
  if (oneByOne) return <OneByOne steps={data.steps} {...oneByOne} />
  if (data.steps.length === 0) return null
  return (
    <section aria-labelledby="still-to-do" className="panel">
      <h2 id="still-to-do">{t.toDo}</h2>
      <ul className="still-to-do">
        {data.steps.map((step) => (
          <li key={step}>
            {step === 'mail' ? (
              <b>{t.steps.mail.title}</b>
            ) : (
              <a href={localizedLink(ROOMS[step])}>{t.steps[step].title}</a>
            )}
            <p className="panel-note">{t.steps[step].lead}</p>
            {step === 'mail' && <MailStep />}
            <NotNeeded step={step} onDropped={() => void reload()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NotNeeded({ step, onDropped }: { step: SetupStep; onDropped: () => void }) {
  const t = setupTexts(pageLocale())
  const { busy, run } = useAction(t.failed)
  const drop = async () => {
    await requestAs(dropStep, { step })
    onDropped()
  }
  return (
    <LinkButton
      aria-busy={busy}
      aria-label={t.notNeededOf(t.steps[step].title)}
      onClick={() => void run(drop)}
    >
      {t.notNeeded}
    </LinkButton>
  )
}

/** What is left for later stays open, and is listed in the overview. */
function OneByOne({ steps, siteName }: { steps: readonly SetupStep[]; siteName: string }) {
  const t = setupTexts(pageLocale())
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [at])
  const step = steps[at]
  const next = () => setAt(at + 1)
  if (!step)
    return (
      <section className="member-notice">
        <h2 ref={heading} tabIndex={-1}>
          {t.ready}
        </h2>
        <p>{t.readyLead}</p>
        <a className="button" href={localizedLink('/studio')}>
          {t.toStudio}
        </a>
      </section>
    )
  return (
    <section aria-labelledby="step">
      <div className="panel">
        <p className="panel-note">
          {t.step(at + 1, steps.length)}. {t.toDoLead}
        </p>
        <h2 id="step" ref={heading} tabIndex={-1}>
          {t.steps[step].title}
        </h2>
        <p>{t.steps[step].lead}</p>
        {step === 'look' && <LookStep onSaved={next} />}
        {step === 'factor' && <FactorStep siteName={siteName} />}
        {step === 'mail' && <MailStep />}
        {(step === 'stripe' || step === 'files') && (
          <p>
            <a href={localizedLink(ROOMS[step])} target="_blank" rel="noopener">
              {t.steps[step].act}
            </a>
          </p>
        )}
        <div className="panel-actions">
          <QuietButton onClick={next}>{step === 'look' ? t.later : t.next}</QuietButton>
        </div>
      </div>
      <ProofHost />
    </section>
  )
}

function MailStep() {
  const t = setupTexts(pageLocale())
  const [sent, setSent] = useState<TestMail>()
  const { busy, run } = useAction(t.failed)
  const send = async () => setSent(await requestAs(sendTestMail, undefined, { timeoutMs: MAIL_MS }))
  return (
    <div>
      <QuietButton aria-busy={busy} onClick={() => void run(send)}>
        {t.steps.mail.act}
      </QuietButton>
      <p role="status">
        {sent && (sent.problem ? t.mailProblems[sent.problem] : t.mailSent(sent.to))}
        {sent?.detail && ` ${t.mailSaid(sent.detail)}`}
      </p>
    </div>
  )
}
