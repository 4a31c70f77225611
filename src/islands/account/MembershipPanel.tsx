import { useState } from 'react'
import { currentUser } from '#contract/account-endpoints.ts'
import { cancelMembership } from '#contract/billing.ts'
import { isAdmin } from '#domain/membership.ts'
import type { MemberTexts } from '#i18n/member-texts.ts'
import { updateUser } from '#stores/auth.ts'
import type { AuthRecord } from '#stores/auth-record.ts'
import { requestAs } from '#stores/authorised.ts'
import { showToast } from '#stores/toasts.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { Panel } from './Panel.tsx'

/** What somebody's membership is, and the way to another one. */
export function MembershipPanel({ auth, texts }: { auth: AuthRecord; texts: MemberTexts }) {
  const t = texts.membership
  const kind = isAdmin(auth) ? 'admin' : auth.membership
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={t.title}>
      <p className="membership">
        <strong className="membership-label">{t.labels[kind]}</strong>
        <span>{t.leads[kind]}</span>
      </p>
      {kind === 'free' && (
        <div className="panel-actions">
          <a className="button" href="/pricing" data-activity="UPGRADE_CLICK">
            {t.upgrade}
          </a>
        </div>
      )}
      {auth.membership !== 'free' && (
        <div className="panel-actions">
          <button
            type="button"
            className="button button-quiet"
            data-activity="CANCEL_CLICK"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {t.cancel}
          </button>
        </div>
      )}
      {asking && auth.membership !== 'free' && (
        <CancelDialog membership={auth.membership} texts={texts} onClose={() => setAsking(false)} />
      )}
    </Panel>
  )
}

interface CancelDialogProps {
  membership: 'pro' | 'early_adopter'
  texts: MemberTexts
  onClose: () => void
}

function CancelDialog({ membership, texts: { membership: t }, onClose }: CancelDialogProps) {
  const [busy, setBusy] = useState(false)

  async function cancel() {
    if (busy) return
    setBusy(true)
    try {
      await requestAs(cancelMembership, undefined)
      updateUser(await requestAs(currentUser, undefined))
      showToast({ kind: 'success', text: t.cancelled })
    } catch (error) {
      console.warn('The membership could not be cancelled', error)
      showToast({ kind: 'error', text: t.failed })
    }
    onClose()
  }

  return (
    <AccountDialog title={t.confirmTitle} onClose={onClose}>
      <p>{t.confirmLeads[membership]}</p>
      <form
        className="panel-actions"
        onSubmit={(event) => {
          event.preventDefault()
          void cancel()
        }}
      >
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.keep}
        </button>
        <SubmitButton busy={busy} texts={{ submit: t.confirm, busy: t.busy }} />
      </form>
    </AccountDialog>
  )
}
