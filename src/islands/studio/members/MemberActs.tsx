import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { MemberDetails } from '#contract/studio/members.ts'
import {
  endMemberSessions,
  giveRole,
  grantMembership,
  sendMemberMail,
} from '#contract/studio/members-calls.ts'
import { membersTexts } from '#i18n/studio/members-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { GrantForm } from './GrantForm.tsx'

interface MemberActsProps {
  member: MemberDetails
  onChanged: () => void
}

/** The admin's actions on an account. The admin's own keeps its rights and devices. */
export function MemberActs({ member, onChanged }: MemberActsProps) {
  const t = membersTexts(pageLocale())
  const { id, role, grant, is_admin, email_verified, new_email, sessions } = member
  const [busy, setBusy] = useState(false)

  /** Resolves to whether it worked. */
  async function act(work: () => Promise<void>, done: string): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    try {
      await work()
      showToast({ kind: 'success', text: done })
      onChanged()
      return true
    } catch (error) {
      console.warn('A member could not be changed', error)
      const status = error instanceof ApiError ? error.status : 0
      // 403: the proof dialog was closed.
      if (status !== 403) showToast({ kind: 'error', text: status === 429 ? t.tooMany : t.failed })
      return false
    } finally {
      setBusy(false)
    }
  }

  const button = (text: string, work: () => Promise<void>, done: string) => (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={busy}
      onClick={() => void act(work, done)}
    >
      {text}
    </button>
  )
  return (
    <div className="member-acts">
      {!is_admin && (
        <GrantForm
          onGrant={(input) => act(() => requestWithProof(grantMembership, { id, ...input }), t.grantDone)}
        />
      )}
      <div className="panel-actions">
        {grant &&
          button(
            t.revoke,
            () => requestWithProof(grantMembership, { id, membership: null, until: null }),
            t.revokeDone,
          )}
        {sessions.length > 0 &&
          !is_admin &&
          button(t.signOut, () => requestAs(endMemberSessions, { id }), t.signedOut)}
        {button(t.passwordMail, () => requestAs(sendMemberMail, { id, mail: 'password' }), t.mailSent)}
        {(!email_verified || new_email) &&
          button(
            t.verificationMail,
            () => requestAs(sendMemberMail, { id, mail: 'verification' }),
            t.mailSent,
          )}
        {!is_admin &&
          (role
            ? button(t.takeEditor, () => requestWithProof(giveRole, { id, role: null }), t.roleTaken)
            : button(t.makeEditor, () => requestWithProof(giveRole, { id, role: 'editor' }), t.roleGiven))}
      </div>
      {!is_admin && !role && <p className="panel-note">{t.makeEditorLead}</p>}
    </div>
  )
}
