import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import { waitWords } from '#domain/people/wait-words.ts'
import { type Mark, secondsLeft, withMark } from '#domain/studio/uploads/pace.ts'
import { isFootage } from '#domain/studio/uploads/upload-kinds.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { $paused, $sendings, clearOver, isOver, pauseAll, resumeAll } from '#stores/uploads/upload-queue.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import type { Row } from './rows.ts'

/** Progress of all files, with the time left, and what waits for the editor. */
export function UploadSummary({ rows }: { rows: readonly Row[] }) {
  const locale = pageLocale()
  const t = uploadsTexts(locale)
  const sendings = useStore($sendings).filter(({ state }) => state !== 'removed')
  const paused = useStore($paused)
  const online = useOnline()
  const counted = sendings.filter(({ state }) => !['known', 'refused', 'asking'].includes(state))
  const all = counted.reduce((sum, { file }) => sum + file.size, 0)
  const sent = counted.reduce((sum, one) => sum + one.sent, 0)
  const isSending = counted.some((one) => !isOver(one))
  const seconds = useSecondsLeft(sent, all, isSending && !paused)
  const footage = rows.flatMap(({ line }) => (line && isFootage(line.kind) ? line : []))
  const waiting = footage.filter(({ state }) => state === 'waiting').length
  const processing = footage.filter(({ state }) => ['probing', 'rendering'].includes(state)).length
  const ready = new Set(footage.filter(isNewDraft).map(({ clip }) => clip)).size
  if (sendings.length === 0 && waiting + processing + ready === 0) return null

  return (
    <section className="panel upload-summary">
      {counted.length > 0 && (
        <>
          <p>
            <b>{t.sent(counted.filter(({ state }) => state === 'sent').length, counted.length)}</b>
            {' · '}
            {t.bytes(formatBytes(sent, locale), formatBytes(all, locale))}
            {seconds !== undefined && ` · ${t.left(waitWords(seconds, locale))}`}
          </p>
          <progress value={sent} max={Math.max(all, 1)} aria-label={t.list} />
        </>
      )}
      <p className="panel-note" role="status">
        {isSending && (!online ? t.offline : paused && t.paused)}
      </p>
      <div className="panel-actions">
        {isSending && (
          <QuietButton onClick={paused ? resumeAll : pauseAll}>{paused ? t.goOn : t.pause}</QuietButton>
        )}
        {processing > 0 && <span>{t.processing(processing)}</span>}
        {waiting > 0 && <span>{t.waiting(waiting)}</span>}
        {ready > 0 && (
          <a href={localizedLink('/studio/library?state=draft')}>
            {t.ready(ready)}
            {t.drafts}
          </a>
        )}
        {sendings.some(isOver) && <QuietButton onClick={() => clearOver()}>{t.clear}</QuietButton>}
      </div>
    </section>
  )
}

/** A clip that came from an upload and is still a draft. */
const isNewDraft = ({ clip_state, reason, replaces }: UploadLine) =>
  clip_state === 'draft' && reason === null && replaces === null

/** For all files, at the pace of the last seconds. */
function useSecondsLeft(sent: number, all: number, isMoving: boolean): number | undefined {
  const marks = useRef<Mark[]>([])
  useEffect(() => {
    marks.current = isMoving ? withMark(marks.current, { at: Date.now(), bytes: sent }) : []
  }, [sent, isMoving])
  return isMoving ? secondsLeft(marks.current, all - sent) : undefined
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return online
}
