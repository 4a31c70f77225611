import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { Hook, HookAct } from '#contract/studio/shop/hooks.ts'
import { addHook, changeHook, hookRoom } from '#contract/studio/shop/hooks-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { HOOK_EVENTS, type HookEvent } from '#domain/studio/hook-events.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { webhooksTexts } from '#i18n/studio/webhooks/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { Field } from '../../auth/Field.tsx'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ActDialog } from '../ActDialog.tsx'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { Deliveries } from './Deliveries.tsx'

/** Addresses that are told of events. */
export const WebhooksRoom = studioRoom('admin', Room)

function Room() {
  const t = webhooksTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(hookRoom, undefined))
  const { data, reload } = loaded
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ act: HookAct; hook: Hook }>()
  if (!data) return <Pending {...loaded} />

  /** Resolves to why it failed; empty if the proof's dialog was closed. */
  async function change(request: () => Promise<{ secret: string | null }>): Promise<string | undefined> {
    try {
      setSecret((await request()).secret)
    } catch (error) {
      console.warn('A webhook could not be changed', error)
      const status = error instanceof ApiError ? error.status : 0
      if (status === 403) return ''
      return status === 422 ? t.refused : studioTexts(pageLocale()).failed
    }
    setAsking(undefined)
    await reload()
    return undefined
  }

  return (
    <div className="stack-6">
      <AddHook add={(given) => change(() => requestWithProof(addHook, given))} />
      {data.hooks.map((hook) => (
        <HookPanel key={hook.id} hook={hook} reload={reload} onAsk={(act) => setAsking({ act, hook })} />
      ))}
      {asking && (
        <ActDialog
          title={`${t.acts[asking.act]}: ${asking.hook.url}`}
          texts={{ submit: t.acts[asking.act], busy: t.busy, cancel: t.keep }}
          act={() => change(() => requestWithProof(changeHook, { id: asking.hook.id, act: asking.act }))}
          onClose={() => setAsking(undefined)}
        >
          {() => <p>{t.leads[asking.act]}</p>}
        </ActDialog>
      )}
      {secret && (
        <AccountDialog title={t.secret} stays onClose={() => setSecret(null)}>
          <p>{t.secretLead}</p>
          <code className="studio-address">{secret}</code>
          <button type="button" className="button" onClick={() => setSecret(null)}>
            {t.close}
          </button>
        </AccountDialog>
      )}
    </div>
  )
}

interface AddHookProps {
  add: (given: { url: string; events: HookEvent[] }) => Promise<string | undefined>
}

function AddHook({ add }: AddHookProps) {
  const t = webhooksTexts(pageLocale())
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<HookEvent[]>([...HOOK_EVENTS])
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const refusal = url.trim() && events.length > 0 ? await add({ url, events }) : t.none
    setProblem(refusal ?? '')
    if (refusal === undefined) setUrl('')
    setBusy(false)
  }

  return (
    <form className="panel figure-panel" onSubmit={submit} noValidate>
      <h2>{t.add}</h2>
      <Field
        name="url"
        label={t.url}
        hint={t.urlHint}
        problem={undefined}
        input={{ value: url, type: 'url', maxLength: 500, onChange: ({ target }) => setUrl(target.value) }}
      />
      {HOOK_EVENTS.map((event) => (
        <label className="check" key={event}>
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents(HOOK_EVENTS.filter((e) => (e === event ? target.checked : events.includes(e))))
            }
          />
          {t.events[event]}
        </label>
      ))}
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <SubmitButton busy={busy} texts={{ submit: t.add, busy: t.busy }} />
    </form>
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
          <button type="button" className="button button-quiet" key={act} onClick={() => onAsk(act)}>
            {t.acts[act]}
          </button>
        ))}
        <button type="button" className="button button-quiet" onClick={() => void reload()}>
          {t.refresh}
        </button>
      </div>
      <Deliveries hook={hook} reload={reload} />
    </section>
  )
}
