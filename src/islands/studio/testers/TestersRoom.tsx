import { useState } from 'react'
import type { TesterKeyLine } from '#contract/studio/testers.ts'
import { testerRoom } from '#contract/studio/testers-calls.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { testersTexts } from '#i18n/studio/testers-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { KeyTable } from './KeyTable.tsx'
import { MakeKeys } from './MakeKeys.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { TesterTable } from './TesterTable.tsx'

/** Keys of early testers, and who used them. */
export const TestersRoom = studioRoom('admin', Room)

function Room() {
  const locale = pageLocale()
  const t = testersTexts(locale)
  const { data, status, reload } = useLoaded(() => requestAs(testerRoom, undefined))
  const [revoking, setRevoking] = useState<TesterKeyLine>()
  if (!data)
    return status === 'failed' ? (
      <LoadFailed retry={() => void reload()} />
    ) : (
      <p className="panel-note">{studioTexts(locale).loading}</p>
    )
  const { taken, total, keys, testers } = data
  return (
    <div className="tester-room">
      <section className="panel" aria-label={t.spots}>
        <p className="tester-spots">
          <strong>{t.taken(taken, total)}</strong>
          <progress max={total} value={taken} aria-hidden="true" />
        </p>
        <p className="panel-note">{t.spotsLead}</p>
      </section>
      <section className="panel figure-panel">
        <h2>{t.keys}</h2>
        <p className="panel-note">{t.keysLead}</p>
        <MakeKeys onMade={() => void reload()} />
        <KeyTable keys={keys} onRevoke={setRevoking} />
      </section>
      <section className="panel figure-panel">
        <h2>{t.testers}</h2>
        <TesterTable testers={testers} />
      </section>
      {revoking && (
        <RevokeDialog
          line={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined)
            void reload()
          }}
        />
      )}
    </div>
  )
}
