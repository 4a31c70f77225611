import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { Hook, HookAct } from '#contract/studio/shop/hooks.ts'
import { addHook, changeHook, hookRoom } from '#contract/studio/shop/hooks-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { HOOK_EVENTS, type HookEvent } from '#domain/studio/hook-events.ts'
import { webhooksTexts } from '#i18n/studio/webhooks/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { FormDialog } from '../../account/FormDialog.tsx'
import { Button, QuietButton } from '../../auth/buttons.tsx'
import { Field, FormProblem } from '../../auth/Field.tsx'
import { fieldRefusal } from '../../auth/refusals.ts'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { useForm } from '../../auth/use-form.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { Deliveries } from './Deliveries.tsx'

/** Addresses that are told of events. */
export const WebhooksRoom = studioRoom('admin', Room)

type Changed = (made: { secret: string | null }) => Promise<void>

function Room() {
  const t = webhooksTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(hookRoom, undefined))
  const { data, reload } = loaded
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ act: HookAct; hook: Hook }>()
  if (!data) return <Pending {...loaded} />

  const onChange: Changed = (made) => {
    setSecret(made.secret)
    setAsking(undefined)
    return reload()
  }
  return (
    <div className="stack-6">
      <AddHook onChange={onChange} />
      {data.hooks.map((hook) => (
        <HookPanel key={hook.id} hook={hook} reload={reload} onAsk={(act) => setAsking({ act, hook })} />
      ))}
      {asking && <ActDialog {...asking} onChange={onChange} onClose={() => setAsking(undefined)} />}
      {secret && (
        <AccountDialog title={t.secret} stays onClose={() => setSecret(null)}>
          <p>{t.secretLead}</p>
          <code className="studio-address">{secret}</code>
          <Button onClick={() => setSecret(null)}>{t.close}</Button>
        </AccountDialog>
      )}
    </div>
  )
}

function AddHook({ onChange }: { onChange: Changed }) {
  const t = webhooksTexts(pageLocale())
  const { form, refusal, busy } = useForm<'url' | HookEvent>(async (values, signal) => {
    const events = HOOK_EVENTS.filter((event) => values[event])
    const url = values.url.trim()
    if (url === '' || events.length === 0) return fieldRefusal('url', t.none)
    const made = await requestWithProof(addHook, { url, events }, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 422) return undefined
      throw error
    })
    if (!made) return fieldRefusal('url', t.refused)
    form.ref.current?.reset()
    await onChange(made)
    return undefined
  })
  return (
    <form className="panel figure-panel" {...form}>
      <h2>{t.add}</h2>
      <Field
        name="url"
        label={t.url}
        hint={t.urlHint}
        problem={refusal?.fields?.url}
        input={{ type: 'url', maxLength: 500 }}
      />
      {HOOK_EVENTS.map((event) => (
        <label className="check" key={event}>
          <input type="checkbox" name={event} defaultChecked />
          {t.events[event]}
        </label>
      ))}
      <FormProblem refusal={refusal} />
      <SubmitButton busy={busy} texts={{ submit: t.add, busy: t.busy }} />
    </form>
  )
}

interface ActDialogProps {
  act: HookAct
  hook: Hook
  onChange: Changed
  onClose: () => void
}

function ActDialog({ act, hook: { id, url }, onChange, onClose }: ActDialogProps) {
  const t = webhooksTexts(pageLocale())
  const state = useForm(async (_, signal) => {
    await onChange(await requestWithProof(changeHook, { id, act }, { signal }))
    return undefined
  })
  const texts = { submit: t.acts[act], busy: t.busy, keep: t.keep }
  return (
    <FormDialog title={`${t.acts[act]}: ${url}`} state={state} texts={texts} onClose={onClose}>
      <p>{t.leads[act]}</p>
    </FormDialog>
  )
}

interface HookPanelProps {
  hook: Hook
  reload: () => Promise<void>
  onAsk: (act: HookAct) => void
}

function HookPanel({ hook, reload, onAsk }: HookPanelProps) {
  const locale = pageLocale()
  const t = webhooksTexts(locale)
  const { url, events, off_since } = hook
  const acts: HookAct[] = off_since ? ['on', 'secret', 'remove'] : ['secret', 'remove']
  return (
    <section className="panel figure-panel" aria-label={url}>
      <h2 className="studio-address">{url}</h2>
      <p className="panel-note">{events.map((event) => t.events[event]).join(' · ')}</p>
      {off_since && <p>{t.off(dateTimeText(locale, off_since))}</p>}
      <div className="panel-actions">
        {acts.map((act) => (
          <QuietButton key={act} onClick={() => onAsk(act)}>
            {t.acts[act]}
          </QuietButton>
        ))}
        <QuietButton onClick={() => void reload()}>{t.refresh}</QuietButton>
      </div>
      <Deliveries hook={hook} reload={reload} />
    </section>
  )
}
