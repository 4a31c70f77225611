import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { TesterKeyLine, TesterLine } from '#contract/studio/members/testers.ts'
import { revokeTesterKey, testerRoom } from '#contract/studio/members/testers-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { testersTexts } from '#i18n/studio/testers/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ActDialog } from '../ActDialog.tsx'
import { FigureTable } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { KeyTable, MakeKeys } from './KeyTable.tsx'

/** Keys of early testers, and who used them. */
export const TestersRoom = studioRoom('admin', Room)

function Room() {
  const t = testersTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(testerRoom, undefined))
  const { data, reload } = loaded
  const [revoking, setRevoking] = useState<TesterKeyLine>()
  if (!data) return <Pending {...loaded} />
  const { taken, total, keys, testers } = data
  return (
    <div className="stack-6">
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

/** Confirms the revocation of a key. */
function RevokeDialog(props: { line: TesterKeyLine; onClose: () => void; onRevoked: () => void }) {
  const { line, onClose, onRevoked } = props
  const t = testersTexts(pageLocale())

  async function revoke() {
    try {
      await requestWithProof(revokeTesterKey, { id: line.id })
      showToast({ kind: 'success', text: t.revoked })
      onRevoked()
      return undefined
    } catch (error) {
      console.warn('A key could not be revoked', error)
      // The proof's dialog was closed.
      return error instanceof ApiError && error.status === 403 ? '' : t.failed
    }
  }

  return (
    <ActDialog
      title={t.revokeTitle(line.label || t.unlabelled)}
      texts={{ submit: t.revoke, busy: t.busy, cancel: t.keep }}
      act={revoke}
      onClose={onClose}
    >
      {() => <p>{t.revokeLead}</p>}
    </ActDialog>
  )
}

/** The testers, in the order they joined. */
function TesterTable({ testers }: { testers: readonly TesterLine[] }) {
  const locale = pageLocale()
  const t = testersTexts(locale)
  if (testers.length === 0) return <p className="panel-note">{t.plainSignUp}</p>
  return (
    <FigureTable label={t.testers} head={[t.tester, t.by, t.joined, t.state]}>
      {testers.map(({ id, name, email, key_id, label, claimed_at, ended_at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={localizedLink(`/studio/members?id=${id}`)}>{name}</a>
            <small className="studio-under">{email}</small>
          </th>
          <td data-label={t.by}>{key_id === null ? '–' : label || t.unlabelled}</td>
          <td data-label={t.joined}>{dateText(locale, claimed_at)}</td>
          <td data-label={t.state}>{ended_at ? t.ended(dateText(locale, ended_at)) : t.active}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
