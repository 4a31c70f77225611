import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $unsent, keepUnsent } from '#stores/uploads/unsent-files.ts'
import { $uploadLines, followUploads, loadLines } from '#stores/uploads/upload-lines.ts'
import { $sendings, isOver, unsentFiles } from '#stores/uploads/upload-queue.ts'
import { useAuth } from '../../auth/use-auth.ts'
import { useAskBeforeLeaving } from '../../loading/use-ask-before-leaving.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { UploadProposals } from '../proposals/UploadProposals.tsx'
import { studioRoom } from '../studio-room.tsx'
import { DropZone } from './DropZone.tsx'
import { KnownFiles, SmallPhotos } from './FileNotices.tsx'
import { isInterrupted, rowsOf } from './rows.ts'
import { UploadRow } from './UploadRow.tsx'
import { UploadSummary } from './UploadSummary.tsx'

/** Uploads of footage. */
export const UploadsRoom = studioRoom('edit', Room)

function Room() {
  const t = uploadsTexts(pageLocale())
  const shell = studioTexts(pageLocale())
  const sendings = useStore($sendings)
  const { status, byId } = useStore($uploadLines)
  const unsent = useStore($unsent)
  const rows = useMemo(() => rowsOf(sendings, byId, unsent), [sendings, byId, unsent])
  const me = useAuth()?.id
  const interrupted = rows.filter((row) => isInterrupted(row, me)).length
  const [replaces] = useState(() => Number(new URLSearchParams(location.search).get('replaces')) || undefined)
  useEffect(() => followUploads(), [])
  useEffect(() => keepUnsent(unsentFiles), [])
  useAskBeforeLeaving(sendings.some((one) => !isOver(one)))

  return (
    <div className="stack-6 uploads-room">
      <DropZone replaces={replaces} />
      <SmallPhotos sendings={sendings} />
      <KnownFiles sendings={sendings} replaces={replaces} />
      {interrupted > 0 && (
        <section className="panel" role="status">
          <p>{t.interruptedFiles(interrupted)}</p>
        </section>
      )}
      <UploadSummary rows={rows} />
      <UploadProposals lines={rows.flatMap(({ line }) => line ?? [])} />
      <section aria-labelledby="uploads-list">
        <h2 id="uploads-list" className="visually-hidden">
          {t.list}
        </h2>
        {status === 'failed' && <LoadFailed retry={() => void loadLines()} />}
        {rows.length === 0 && status === 'ready' && <p className="panel-note">{t.none}</p>}
        {rows.length === 0 && status === 'loading' && <p className="panel-note">{shell.loading}</p>}
        <ul className="stack-2">
          {rows.map((row) => (
            <UploadRow key={row.key} row={row} />
          ))}
        </ul>
      </section>
    </div>
  )
}
