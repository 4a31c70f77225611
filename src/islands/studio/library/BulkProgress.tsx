import { useEffect } from 'react'
import type { BulkOperation } from '#contract/studio/clips/library.ts'
import { bulkOperation, lastBulk, undoBulk } from '#contract/studio/clips/library-calls.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { useAction } from '../use-action.ts'
import { refusalsText } from './refusals-text.ts'

const ASK_MS = 400
/** An operation that ended earlier is no news. */
const NEWS_MS = 10 * 60 * 1000

interface BulkProgressProps {
  operation: BulkOperation | undefined
  onOperation: (operation: BulkOperation | undefined) => void
  /** Called once for each operation that ended while the page was open. */
  onEnded: () => void
}

/** The last operation's progress and result, with an undo button. */
export function BulkProgress({ operation, onOperation, onEnded }: BulkProgressProps) {
  const t = libraryTexts(pageLocale())
  const { busy, run } = useAction(t.failed)
  useLastOperation(onOperation)
  useFollow(operation, onOperation, onEnded)

  return (
    <section className="library-progress card" aria-label={t.progress} hidden={!operation}>
      <div role="status">
        {operation && <p>{textOf(operation)}</p>}
        {operation?.failed.map(({ id, error }) => (
          <p key={id}>{id === 0 ? t.failedWhole(error) : t.failedClip(id, error)}</p>
        ))}
      </div>
      {operation && operation.finished === null && (
        <progress max={operation.total} value={operation.position} aria-label={t.progress} />
      )}
      {operation?.finished && (
        <div className="panel-actions">
          {operation.undoable && (
            <QuietButton
              aria-disabled={busy}
              onClick={() => run(async () => onOperation(await requestAs(undoBulk, { id: operation.id })))}
            >
              {t.undo}
            </QuietButton>
          )}
          <QuietButton onClick={() => onOperation(undefined)}>{t.dismiss}</QuietButton>
        </div>
      )}
    </section>
  )
}

function textOf({ kind, finished, changed, position, total, refused }: BulkOperation): string {
  const t = libraryTexts(pageLocale())
  if (finished === null) return t.running(position, total)
  const done = kind === 'undo' ? t.undone : kind === 'delete' ? t.deleted : t.done
  const left = refusalsText(refused)
  return `${done(changed)} ${left && t.leftAsTheyAre(left)}`
}

/** After a reload, shows the running operation. */
function useLastOperation(onOperation: BulkProgressProps['onOperation']): void {
  useEffect(() => {
    requestAs(lastBulk, undefined).then(
      ({ operation }) => {
        const ended = operation?.finished ? Date.parse(operation.finished) : Date.now()
        if (operation && Date.now() - ended < NEWS_MS) onOperation(operation)
      },
      (error) => $auth.get() && console.warn('The last operation could not be loaded', error),
    )
  }, [onOperation])
}

function useFollow(
  operation: BulkOperation | undefined,
  onOperation: BulkProgressProps['onOperation'],
  onEnded: () => void,
): void {
  const id = operation?.finished === null ? operation.id : undefined
  useEffect(() => {
    if (id === undefined) return
    let timer = setTimeout(ask, ASK_MS)
    let stopped = false
    async function ask() {
      const now = await requestAs(bulkOperation, { id: id! }).catch((error) => {
        console.warn('The progress could not be loaded', error)
      })
      if (stopped) return
      if (now) onOperation(now)
      if (now?.finished) onEnded()
      else timer = setTimeout(ask, ASK_MS)
    }
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [id, onOperation, onEnded])
}
