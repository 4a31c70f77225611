import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { waitWords } from '#domain/people/wait-words.ts'
import { type Mark, secondsLeft, withMark } from '#domain/studio/pace.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import { uploadsTexts } from '#i18n/studio/uploads-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { $paused, $sendings, clearOver, isOver, pauseAll, resumeAll } from '#stores/uploads/upload-queue.ts'
import type { Row } from './rows.ts'

/** Progress of all files, with the time left, and what waits for the editor. */
export function UploadSummary({ rows }: { rows: readonly Row[] }) {
  const locale = pageLocale()
  const t = uploadsTexts(locale)
  const sendings = useStore($sendings).filter(({ state }) => state !== 'removed')
  const paused = useStore($paused)
  const online = useOnline()
  const counted = sendings.filter(({ state }) => state !== 'known' && state !== 'refused')
  const all = counted.reduce((sum, { file }) => sum + file.size, 0)
  const sent = counted.reduce((sum, one) => sum + one.sent, 0)
  const isSending = sendings.some((one) => !isOver(one))
  const seconds = useSecondsLeft(sent, all, isSending && !paused)
  const lines = rows.flatMap(({ line }) => line ?? [])
  const processing = lines.filter(({ state }) => ['waiting', 'probing', 'rendering'].includes(state)).length
  const ready = lines.filter(({ state, clip }) => state === 'ready' && clip !== null).length
  if (sendings.length === 0 && processing === 0 && ready === 0) return null

  return (
    <section className="panel upload-summary">
      {sendings.length > 0 && (
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
          <button type="button" className="button button-quiet" onClick={paused ? resumeAll : pauseAll}>
            {paused ? t.goOn : t.pause}
          </button>
        )}
        {processing > 0 && <span>{t.processing(processing)}</span>}
        {ready > 0 && (
          <a href={localizedLink('/studio/library?state=draft')}>
            {t.ready(ready)}
            {t.drafts}
          </a>
        )}
        {sendings.some(isOver) && (
          <button type="button" className="button button-quiet" onClick={clearOver}>
            {t.clear}
          </button>
        )}
      </div>
    </section>
  )
}

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
