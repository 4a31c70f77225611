import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { renderAgain, restoreClip } from '#contract/studio/clips/editor-calls.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { mayDeleteForGood } from '#domain/membership/membership.ts'
import { missingForVisitors, missingTexts } from '#domain/studio/clip/publishable.ts'
import { trashEnds } from '#domain/studio/library/trash.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditorView } from '#stores/studio/clip-editor.ts'
import { editorsDelete, shopZone } from '#stores/studio/studio-settings.ts'
import { showToast } from '#stores/toasts.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'
import { useAuth } from '../../auth/use-auth.ts'
import { useAction } from '../use-action.ts'
import { DeleteDialog, ScheduleDialog, StateDialog } from './ClipDialogs.tsx'

type Asked = 'publish' | 'hide' | 'schedule' | 'trash' | 'delete'

/** Whether visitors see the clip, what it lacks, and the possible actions. */
export function StatePanel({ editor, view }: { editor: ClipEditor; view: EditorView }) {
  const t = clipTexts(pageLocale()).state
  const { clip, fields, status } = view
  const [asked, setAsked] = useState<Asked>()
  const { busy, run } = useAction(t.failed)
  const mayDelete = mayDeleteForGood(useAuth(), editorsDelete())
  const missing = missingForVisitors({ ...fields, rendered: clip.rendered })
  const close = () => setAsked(undefined)

  /** The action applies to the clip as the form shows it. */
  async function ask(what: Asked) {
    if (status !== 'gone' && (what === 'delete' || (await editor.save()))) setAsked(what)
    else showToast({ kind: 'error', text: t.unsaved })
  }

  async function restore() {
    editor.take(await requestAs(restoreClip, { id: clip.id, version: clip.version }))
    showToast({ kind: 'success', text: t.restored })
  }

  if (clip.trashed_at !== null)
    return (
      <section className="panel" aria-label={t.title}>
        <h2>{t.title}</h2>
        <p>{t.inTrash(dateText(pageLocale(), trashEnds(clip.trashed_at), shopZone()))}</p>
        <div className="panel-actions">
          <Button aria-disabled={busy} onClick={() => run(restore)}>
            {t.restore}
          </Button>
          {mayDelete && (
            <button type="button" className="button button-danger" onClick={() => ask('delete')}>
              {t.delete}
            </button>
          )}
        </div>
        {asked === 'delete' && <DeleteDialog clip={clip} onClose={close} />}
      </section>
    )
  return (
    <section className="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      <StateText view={view} missing={missing} />
      <div className="panel-actions">
        {clip.state !== 'published' && (
          <Button aria-disabled={missing.length > 0} onClick={() => missing.length === 0 && ask('publish')}>
            {clip.state === 'hidden' ? t.bringBack : clip.publish_failed === null ? t.publish : t.tryAgain}
          </Button>
        )}
        {clip.state === 'draft' && (
          <QuietButton
            aria-disabled={missing.length > 0 && clip.publish_at === null}
            onClick={() => (missing.length === 0 || clip.publish_at !== null) && ask('schedule')}
          >
            {clip.publish_at === null ? t.schedule : t.reschedule}
          </QuietButton>
        )}
        {clip.state === 'published' && (
          <>
            <a className="button button-quiet" href={localizedLink(`/m/${clip.id}`)}>
              {clipTexts(pageLocale()).see}
            </a>
            <QuietButton onClick={() => ask('hide')}>{t.hide}</QuietButton>
          </>
        )}
      </div>
      <div className="panel-actions">
        <a className="button button-quiet" href={localizedLink(`/studio/uploads?replaces=${clip.id}`)}>
          {t.replace}
        </a>
        <RenderAgain id={clip.id} />
        <button type="button" className="button button-danger" onClick={() => ask('trash')}>
          {t.trash}
        </button>
      </div>
      {(asked === 'publish' || asked === 'hide' || asked === 'trash') && (
        <StateDialog kind={asked} clip={clip} onClose={close} onDone={editor.take} />
      )}
      {asked === 'schedule' && <ScheduleDialog clip={clip} onClose={close} onDone={editor.take} />}
    </section>
  )
}

/** Renders the clip again from the original, with today's presets. */
function RenderAgain({ id }: { id: number }) {
  const t = clipTexts(pageLocale()).state
  const isGone = (error: unknown) => error instanceof ApiError && error.answer.status === 'ORIGINAL_GONE'
  const { busy, run } = useAction((error) => (isGone(error) ? t.originalGone : t.failed))
  async function start() {
    await requestAs(renderAgain, { id })
    showToast({ kind: 'success', text: t.renderStarted })
  }
  return (
    <QuietButton aria-disabled={busy} onClick={() => run(start)}>
      {t.renderAgain}
    </QuietButton>
  )
}

function StateText({ view, missing }: { view: EditorView; missing: ReturnType<typeof missingForVisitors> }) {
  const locale = pageLocale()
  const texts = clipTexts(locale)
  const t = texts.state
  const { clip, fields } = view
  const better = missingTexts(fields)
  return (
    <>
      {clip.state === 'published' && <p>{t.shown}</p>}
      {clip.state === 'hidden' && <p>{t.unseen}</p>}
      {clip.publish_at &&
        (clip.publish_failed === null ? (
          <p>{timeText(clip.publish_at, missing.length > 0)}</p>
        ) : (
          <p className="form-problem">
            {t.notPublished(dateTimeText(locale, clip.publish_at, shopZone()), clip.publish_failed)}
          </p>
        ))}
      {missing.length > 0 ? (
        <div>
          <p>{t.needs}</p>
          <ul className="clip-needs">
            {missing.map((need) => (
              <li key={need}>{t.missing[need]}</li>
            ))}
          </ul>
        </div>
      ) : (
        clip.state !== 'published' && <p>{t.ready}</p>
      )}
      {better.length > 0 && (
        <p className="panel-note">
          {t.texts} {better.map((field) => texts.fields[field]).join(locale === 'ja' ? '、' : ', ')}
        </p>
      )}
    </>
  )
}

function timeText(at: string, incomplete: boolean): string {
  const locale = pageLocale()
  const t = clipTexts(locale).state
  const when = dateTimeText(locale, at, shopZone())
  return incomplete && Date.parse(at) < Date.now() ? t.waits(when) : t.scheduled(when)
}
