import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditorView } from '#stores/studio/clip-editor.ts'
import { LinkButton } from '../../auth/buttons.tsx'

/** Stays visible: the clip, whether everything is saved, undo, and the link to the next draft. */
export function SaveBar({ editor, view }: { editor: ClipEditor; view: EditorView }) {
  const t = clipTexts(pageLocale())
  const { clip, canUndo, canRedo, changedByOthers } = view
  const others = changedByOthers.map((field) => t.fields[field]).join(', ')
  return (
    <div className="clip-bar">
      <p className="clip-name">
        <span className="clip-state" data-state={clip.state}>
          {t.states[clip.state]}
        </span>
        <span>{t.number(clip.id)}</span>
      </p>
      <p className="clip-saved" role="status" data-status={view.status}>
        {statusText(view)}{' '}
        {['waiting', 'refused'].includes(view.status) && (
          <LinkButton onClick={() => void editor.save()}>{t.status.retry}</LinkButton>
        )}
        {others && <span className="clip-others">{t.others(others)}</span>}
      </p>
      <div className="clip-steps">
        <StepButton
          act={editor.undo}
          off={!canUndo}
          label={t.undo}
          shortcut="Control+Z"
          icon="M7 5 3 9l4 4M3 9h9a5 5 0 0 1 0 10h-3"
        />
        <StepButton
          act={editor.redo}
          off={!canRedo}
          label={t.redo}
          shortcut="Control+Shift+Z"
          icon="m17 5 4 4-4 4M21 9h-9a5 5 0 0 0 0 10h3"
        />
        <DraftLink id={clip.previous_draft} label={t.previous} icon="m14 5-7 7 7 7" />
        <DraftLink id={clip.next_draft} label={t.next} icon="m10 5 7 7-7 7" />
      </div>
    </div>
  )
}

function statusText({ status, refusal, refusedField }: EditorView): string {
  const t = clipTexts(pageLocale())
  if (status !== 'refused') return t.status[status]
  if (refusal === 'CLIP_INCOMPLETE') return t.refusals.incomplete
  if (refusal === 'CATEGORY_NOT_FOUND') return t.refusals.category
  if (refusal === 'FORBIDDEN') return t.refusals.rights
  return refusedField ? t.refusals.field(t.fields[refusedField]) : t.refusals.other
}

interface StepButtonProps {
  act: () => void
  off: boolean
  label: string
  shortcut: string
  icon: string
}

/** Stays focusable when there is nothing to undo, so that the focus is not lost. */
function StepButton({ act, off, label, shortcut, icon }: StepButtonProps) {
  return (
    <button
      type="button"
      className="icon-button clip-step"
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
      aria-disabled={off}
      onClick={act}
    >
      <Icon path={icon} />
    </button>
  )
}

function DraftLink({ id, label, icon }: { id: number | null; label: string; icon: string }) {
  if (id === null) return null
  return (
    <a
      className="icon-button clip-step"
      href={localizedLink(`/studio/clip/${id}`)}
      aria-label={label}
      title={label}
    >
      <Icon path={icon} />
    </a>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
