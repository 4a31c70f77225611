import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { Collection, CreatedSet } from '#contract/sets/sets.ts'
import { SET_WORDS, type SetKind } from '#domain/sets/set-kind.ts'
import { MAX_DESCRIPTION, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { setSlug, TAIL_LENGTH } from '#domain/sets/set-slug.ts'
import { type BuilderTexts, builderTexts } from '#i18n/builder/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { type Draft, type DraftProblem, problemOf, type SetBuilder } from '#stores/sets/set-builder.ts'
import { showToast } from '#stores/toasts.ts'
import { withWait } from '../auth/refusals.ts'

export interface SetFormProps {
  kind: SetKind
  /** The set to change. */
  edited?: Collection | undefined
  draft: Draft
  builder: SetBuilder
  onSaved: (saved: CreatedSet) => void
}

type Field = 'name' | 'days'

/** Everything but the clips, and the save button. Errors go to a toast and to the field. */
export function SetForm({ kind, edited, draft, builder, onSaved }: SetFormProps) {
  const texts = builderTexts(pageLocale())
  const t = edited ? { ...texts[kind], ...texts.editing } : texts[kind]
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ field: Field; text: string }>()
  const slug = setSlug(draft.name)
  const badName = draft.name.trim() !== '' && slug === undefined

  function refuse(text: string, field?: Field) {
    showToast({ kind: 'error', title: t.failed, text })
    setWrong(field && { field, text })
    if (field) form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setWrong(undefined)
    const problem = problemOf(draft, kind)
    if (problem === 'noClips') return showToast({ kind: 'error', title: texts.noneTitle, text: t.none })
    if (problem) return refuse(textOf(problem, texts), problem === 'badDays' ? 'days' : 'name')
    setBusy(true)
    try {
      const saved = await builder.save()
      if (!saved) return
      showToast({ kind: 'success', text: t.created })
      onSaved(saved)
    } catch (error) {
      console.warn('A set could not be saved', error)
      const code = codeOf(error)
      const isName = code === 'SET_NAME_TAKEN' || code === 'BAD_SET_NAME'
      refuse(withWait(texts.reasons[code], error), isName ? 'name' : undefined)
    } finally {
      setBusy(false)
    }
  }

  const tail = draft.unguessable ? `-${'•'.repeat(TAIL_LENGTH)}` : ''
  const address = edited?.id ?? (slug ?? '…') + tail
  const nameProblem = wrong?.field === 'name' ? wrong.text : badName ? texts.wrong.name : undefined
  return (
    <form className="stack-4 set-form" ref={form} onSubmit={save} noValidate>
      <div className="field">
        <label htmlFor="set-name">{t.name}</label>
        <div className="field-input">
          <input
            id="set-name"
            name="name"
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            aria-invalid={nameProblem !== undefined}
            aria-describedby="set-name-note"
            onChange={(event) => {
              setWrong(undefined)
              builder.change({ name: event.target.value })
            }}
          />
        </div>
        <p id="set-name-note" className={nameProblem ? 'field-problem' : 'field-hint'}>
          {nameProblem ?? (
            <>
              {texts.address} <span className="set-slug">{`/${SET_WORDS[kind]}/${address}`}</span>
            </>
          )}
        </p>
      </div>
      <div className="field">
        <label htmlFor="set-description">{texts.description}</label>
        <div className="field-input">
          <textarea
            id="set-description"
            rows={3}
            maxLength={MAX_DESCRIPTION}
            value={draft.description}
            aria-describedby="set-description-note"
            onChange={(event) => builder.change({ description: event.target.value })}
          />
        </div>
        <p id="set-description-note" className="field-hint">
          {texts.descriptionHint(MAX_DESCRIPTION)}
        </p>
      </div>
      {!edited && (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.unguessable}
            aria-describedby="set-unguessable-note"
            onChange={(event) => builder.change({ unguessable: event.target.checked })}
          />
          <span>
            {texts.unguessable}
            <small id="set-unguessable-note">{texts.unguessableHint[kind]}</small>
          </span>
        </label>
      )}
      {kind === 'promotion' && !edited && (
        <div className="field field-days">
          <label htmlFor="set-days">{texts.days}</label>
          <div className="field-input">
            <input
              id="set-days"
              name="days"
              type="number"
              inputMode="numeric"
              min={PROMOTION_DAYS.min}
              max={PROMOTION_DAYS.max}
              value={draft.days}
              aria-invalid={wrong?.field === 'days'}
              aria-describedby="set-days-note"
              onChange={(event) => {
                setWrong(undefined)
                builder.change({ days: event.target.value })
              }}
            />
          </div>
          <p id="set-days-note" className={wrong?.field === 'days' ? 'field-problem' : 'field-hint'}>
            {wrong?.field === 'days' ? wrong.text : texts.daysHint(PROMOTION_DAYS.min, PROMOTION_DAYS.max)}
          </p>
        </div>
      )}
      <button type="submit" className="button submit" aria-disabled={busy}>
        {busy && <span className="submit-spinner" aria-hidden="true" />}
        {busy ? texts.creating : t.create}
      </button>
    </form>
  )
}

function textOf(problem: Exclude<DraftProblem, 'noClips'>, { wrong }: BuilderTexts): string {
  if (problem === 'nameEmpty') return wrong.nameEmpty
  return problem === 'badName' ? wrong.name : wrong.days(PROMOTION_DAYS.min, PROMOTION_DAYS.max)
}

type Reason = keyof BuilderTexts['reasons']
const REASONS: readonly Reason[] = [
  'SET_NAME_TAKEN',
  'BAD_SET_NAME',
  'BAD_CLIPS',
  'FORBIDDEN',
  'UPGRADE_REQUIRED',
  'SET_NOT_FOUND',
  'PROMOTION_ENDED',
  'TOO_MANY_REQUESTS',
]

function codeOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) return 'offline'
  return REASONS.find((reason) => reason === error.answer.status) ?? 'unexpected'
}
