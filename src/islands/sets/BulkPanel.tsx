import { useEffect, useRef } from 'react'
import { formatBytes } from '#domain/text/format-bytes.ts'
import type { SetsTexts } from '#i18n/sets/texts.ts'
import type { BulkDownload, BulkState } from '#stores/download/bulk-download.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { useAskBeforeLeaving } from '../loading/use-ask-before-leaving.ts'

export interface BulkPanelProps {
  state: BulkState
  bulk: BulkDownload
  locale: string
  texts: SetsTexts
}

/** Below Download All: the question for a large set, the progress, the result. */
export function BulkPanel(props: BulkPanelProps) {
  const { state } = props
  // Leaving the page would lose the received bytes.
  useAskBeforeLeaving(state.status === 'running' || state.status === 'packing')
  return (
    <div className="bulk" role="status" data-status={state.status}>
      {state.status === 'asking' && <Question {...props} state={state} />}
      {state.status === 'running' && <Progress {...props} state={state} />}
      {state.status === 'packing' && <p>{props.texts.bulk.packing}</p>}
      {state.status === 'done' && <Outcome {...props} state={state} />}
      {state.status === 'failed' && state.why !== 'refused' && (
        <p className="bulk-problem">{problemText(state.why, props.texts)}</p>
      )}
    </div>
  )
}

type Of<Status extends BulkState['status']> = BulkPanelProps & {
  state: Extract<BulkState, { status: Status }>
}

function Question({ state, bulk, locale, texts }: Of<'asking'>) {
  const t = texts.bulk
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t.askTitle(formatBytes(weightOf(state.clips), locale))}
      </h2>
      <p>{state.toDisk ? t.toDisk : t.inMemory}</p>
      <div className="bulk-actions">
        <button type="button" className="button" onClick={bulk.goOn}>
          {state.toDisk ? t.choose : t.anyway}
        </button>
        <button type="button" className="button button-quiet" onClick={bulk.cancel}>
          {t.cancel}
        </button>
      </div>
    </>
  )
}

function Progress({ state, bulk, locale, texts }: Of<'running'>) {
  const t = texts.bulk
  const { bytes, totalBytes, clips, totalClips } = state
  return (
    <>
      <progress aria-label={t.progress} max={totalBytes} value={Math.min(bytes, totalBytes)} />
      <div className="bulk-actions">
        {/* The progress bar announces it; ten times a second would be too much. */}
        <span aria-live="off">
          {t.running(formatBytes(bytes, locale), formatBytes(totalBytes, locale), clips, totalClips)}
        </span>
        <button type="button" className="button button-quiet" onClick={bulk.cancel}>
          {t.cancel}
        </button>
      </div>
    </>
  )
}

function Outcome({ state, bulk, texts }: Of<'done'>) {
  const t = texts.bulk
  const { saved, missing } = state
  return (
    <>
      <p>{t.done(saved)}</p>
      {missing.length > 0 && (
        <>
          <p className="bulk-problem">{t.missing(missing.length)}</p>
          <ul>
            {missing.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          <button type="button" className="button button-quiet" onClick={() => bulk.start(missing)}>
            {t.again}
          </button>
        </>
      )}
    </>
  )
}

function problemText(why: 'cancelled' | 'nothing' | 'noRoom' | 'unexpected', { bulk }: SetsTexts): string {
  return { cancelled: bulk.cancelled, nothing: bulk.nothing, noRoom: bulk.noRoom, unexpected: bulk.failed }[
    why
  ]
}

export function weightOf(clips: readonly SetClip[]): number {
  return clips.reduce((sum, { byte_size }) => sum + byte_size, 0)
}
