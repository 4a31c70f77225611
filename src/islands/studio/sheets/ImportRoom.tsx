import { useRef } from 'react'
import { sheetsTexts } from '#i18n/studio/sheets-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { studioRoom } from '../studio-room.tsx'
import { ImportPlanView } from './ImportPlanView.tsx'
import { useImport } from './use-import.ts'

/** Changes clips by a sheet, after a preview. */
export const ImportRoom = studioRoom('edit', Room)

function Room() {
  const t = sheetsTexts(pageLocale())
  const { state, choose, apply, undo, again } = useImport()
  const input = useRef<HTMLInputElement>(null)
  const problem = 'problem' in state ? state.problem : undefined
  const isChoosing = state.step === 'choose' || state.step === 'reading'
  return (
    <div className="import-room">
      {isChoosing && (
        <section className="panel">
          <p>{t.lead}</p>
          <p className="panel-note">{t.rules}</p>
          <div className="panel-actions">
            <button
              type="button"
              className="button"
              aria-disabled={state.step === 'reading'}
              onClick={() => input.current?.click()}
            >
              {state.step === 'reading' ? t.reading : t.choose}
            </button>
            <a href={localizedLink('/studio/library')}>{t.library}</a>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,text/csv"
            aria-label={t.choose}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void choose(file)
              event.target.value = ''
            }}
          />
        </section>
      )}
      <p className="form-problem" role="alert">
        {problem && t[problem]}
      </p>
      {state.step === 'plan' && <ImportPlanView plan={state.plan} onApply={apply} onOther={again} />}
      {'operation' in state && (
        <section className="panel" role="status">
          {(state.step === 'running' || state.step === 'undoing') && (
            <>
              <p>{t.progress(state.operation.position, state.operation.total)}</p>
              <progress
                value={state.operation.position}
                max={Math.max(1, state.operation.total)}
                aria-label={t.applying}
              />
            </>
          )}
          {state.step === 'done' && <p>{t.done(state.operation.changed)}</p>}
          {state.step === 'undone' && <p>{t.undone(state.operation.changed)}</p>}
          {(state.operation.refused.changedSince ?? 0) > 0 && (
            <p>{t.skipped(state.operation.refused.changedSince ?? 0)}</p>
          )}
          <div className="panel-actions">
            {state.step === 'done' && state.operation.undoable && (
              <button type="button" className="button button-quiet" onClick={undo}>
                {t.undo}
              </button>
            )}
            <button type="button" className="button button-quiet" onClick={again}>
              {t.other}
            </button>
            <a href={localizedLink('/studio/library')}>{t.library}</a>
          </div>
        </section>
      )}
    </div>
  )
}
