import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import {
  deleteClip,
  hideStudioClip,
  publishStudioClip,
  scheduleClip,
  trashClip,
} from '#contract/studio/clips/editor-calls.ts'
import { timeZoneText } from '#domain/dates/date-text.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { instantOf, wallMinute } from '#domain/dates/time-zone.ts'
import { TRASH_DAYS } from '#domain/studio/library/trash.ts'
import { namesClip } from '#domain/studio/typed-name.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { showToast, showToastOnNextPage } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { QuietButton } from '../../auth/buttons.tsx'
import { Field } from '../../auth/Field.tsx'
import { DialogButtons } from '../DialogButtons.tsx'
import { titleOf } from '../library/rows.tsx'
import { useAction } from '../use-action.ts'

interface ClipDialogProps {
  clip: StudioClip
  onClose: () => void
  onDone: (clip: StudioClip) => void
}

const ACTS = { publish: publishStudioClip, hide: hideStudioClip, trash: trashClip } as const

/** Asks before a clip is shown to visitors, hidden from them, or put into the trash. */
export function StateDialog({ kind, clip, onClose, onDone }: ClipDialogProps & { kind: keyof typeof ACTS }) {
  const { dialogs, state } = clipTexts(pageLocale())
  const { id, version } = clip
  const publish = clip.state === 'draft' ? state.publish : state.bringBack
  const texts = {
    publish: {
      title: dialogs.publishTitle,
      lead: dialogs.publishLead,
      submit: publish,
      done: state.published,
    },
    hide: { title: dialogs.hideTitle, lead: dialogs.hideLead, submit: state.hide, done: state.hidden },
    trash: {
      title: dialogs.trashTitle,
      lead: dialogs.trashLead(TRASH_DAYS),
      submit: dialogs.trash,
      done: state.trashed,
    },
  }[kind]
  const { busy, act } = useClipAct(onClose)
  const change = () =>
    act(async () => {
      onDone(await requestAs(ACTS[kind], { id, version }))
      showToast({ kind: 'success', text: texts.done })
    })
  return (
    <AskDialog {...texts} busy={busy} onSubmit={change} onClose={onClose}>
      <p>{texts.lead}</p>
    </AskDialog>
  )
}

/** Asks when a draft is published automatically, in the shop's time zone. */
export function ScheduleDialog({ clip, onClose, onDone }: ClipDialogProps) {
  const { dialogs: t, state } = clipTexts(pageLocale())
  const { id, version, publish_at } = clip
  const zone = shopZone()
  const [time, setTime] = useState(() => wallMinute(zone, publish_at ? Date.parse(publish_at) : nextHour()))
  const [problem, setProblem] = useState<string>()
  const { busy, act } = useClipAct(onClose)
  const schedule = (at: string | null) =>
    act(async () => {
      onDone(await requestAs(scheduleClip, { id, version, publish_at: at }))
      showToast({ kind: 'success', text: at === null ? state.timeTaken : state.timeSet })
    })
  function submit() {
    const at = time ? instantOf(zone, time) : new Date(0)
    if (at.getTime() <= Date.now()) return setProblem(t.past)
    void schedule(at.toISOString())
  }
  return (
    <AskDialog
      title={t.scheduleTitle}
      submit={t.setTime}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
      more={publish_at !== null && <QuietButton onClick={() => schedule(null)}>{t.never}</QuietButton>}
    >
      <Field
        name="publish-at"
        label={t.date}
        hint={t.zone(timeZoneText(pageLocale(), zone))}
        problem={problem}
        input={{
          type: 'datetime-local',
          value: time,
          onChange: ({ target }) => {
            setProblem(undefined)
            setTime(target.value)
          },
        }}
      />
    </AskDialog>
  )
}

/** Asks for the clip's number or title before it is deleted for good. */
export function DeleteDialog({ clip, onClose }: Omit<ClipDialogProps, 'onDone'>) {
  const { dialogs: t, state, number } = clipTexts(pageLocale())
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, act } = useClipAct(onClose)
  function remove() {
    if (!namesClip(typed, clip)) return setProblem(t.typedWrong)
    void act(async () => {
      await requestWithProof(deleteClip, { id: clip.id, typed })
      showToastOnNextPage({ kind: 'success', text: state.deleted })
      location.assign(localizedLink(clip.next_draft ? `/studio/clip/${clip.next_draft}` : '/studio/library'))
    })
  }
  return (
    <AskDialog
      title={t.deleteTitle(titleOf({ ...clip, original_filename: number(clip.id) }))}
      submit={t.delete}
      busy={busy}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{t.deleteLead}</p>
      <Field
        name="typed-name"
        label={t.typed(clip.id)}
        problem={problem}
        input={{
          type: 'text',
          autoComplete: 'off',
          value: typed,
          onChange: ({ target }) => {
            setProblem(undefined)
            setTyped(target.value)
          },
        }}
      />
    </AskDialog>
  )
}

/** The dialog closes after the act, whether it succeeds or not. */
function useClipAct(onClose: () => void) {
  const { busy, run } = useAction(clipTexts(pageLocale()).state.failed)
  const act = async (what: () => Promise<void>) => {
    if (busy) return
    await run(what)
    onClose()
  }
  return { busy, act }
}

interface AskDialogProps {
  title: string
  submit: string
  busy: boolean
  onSubmit: () => unknown
  onClose: () => void
  /** Buttons between the two. */
  more?: ReactNode
  children: ReactNode
}

function AskDialog({ title, submit, busy, onSubmit, onClose, more, children }: AskDialogProps) {
  const { dialogs: t } = clipTexts(pageLocale())
  const form = useRef<HTMLFormElement>(null)
  // Screen readers read a problem with its field.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  return (
    <AccountDialog title={title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <DialogButtons busy={busy} texts={{ submit, busy: t.busy, cancel: t.cancel }} onClose={onClose}>
          {more}
        </DialogButtons>
      </form>
    </AccountDialog>
  )
}

const nextHour = () => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
