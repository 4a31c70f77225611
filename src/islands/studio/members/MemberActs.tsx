import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { GrantInput, MemberDetails } from '#contract/studio/members/members.ts'
import {
  endMemberSessions,
  giveRole,
  grantMembership,
  sendMemberMail,
  suspendMember,
} from '#contract/studio/members/members-calls.ts'
import { dayAfter, instantOf } from '#domain/dates/time-zone.ts'
import { GRANTS } from '#domain/studio/member-filters.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { showToast } from '#stores/toasts.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { Select } from '../Select.tsx'
import { DeleteMemberDialog, SuspendDialog } from './EndDialogs.tsx'

interface MemberActsProps {
  member: MemberDetails
  onChanged: () => void
  onDeleted: () => void
}

/** The admin's actions on an account. The admin's own keeps its rights and devices. */
export function MemberActs({ member, onChanged, onDeleted }: MemberActsProps) {
  const t = membersTexts(pageLocale())
  const { id, role, grant, is_admin, email_verified, new_email, sessions, suspension } = member
  const [asking, setAsking] = useState<'suspend' | 'delete'>()
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
    <QuietButton aria-disabled={busy} onClick={() => void act(work, done)}>
      {text}
    </QuietButton>
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
      {!is_admin && (
        <div className="panel-actions">
          {suspension ? (
            button(
              t.unsuspend,
              () => requestWithProof(suspendMember, { id, suspension: null }),
              t.unsuspendDone,
            )
          ) : (
            <QuietButton onClick={() => setAsking('suspend')}>{t.suspend}</QuietButton>
          )}
          <QuietButton onClick={() => setAsking('delete')}>{t.delete}</QuietButton>
        </div>
      )}
      {asking === 'suspend' && (
        <SuspendDialog
          member={member}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined)
            onChanged()
          }}
        />
      )}
      {asking === 'delete' && (
        <DeleteMemberDialog member={member} onClose={() => setAsking(undefined)} onDone={onDeleted} />
      )}
    </div>
  )
}

/** Gives a membership until the end of a day, or without end. */
function GrantForm({ onGrant }: { onGrant: (input: GrantInput) => Promise<boolean> }) {
  const t = membersTexts(pageLocale())
  const [membership, setMembership] = useState<(typeof GRANTS)[number]>('pro')
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function grant(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const until = day ? endOf(day) : null
    const isOver = until !== null && until <= new Date()
    setProblem(isOver ? t.pastDay : '')
    if (isOver) return
    setBusy(true)
    if (await onGrant({ membership, until: until?.toISOString() ?? null })) setDay('')
    setBusy(false)
  }

  return (
    <details className="member-grant">
      <summary>{t.grantTitle}</summary>
      <form onSubmit={grant} noValidate>
        <Select
          label={t.grantWhich}
          value={membership}
          options={GRANTS.map((value) => ({ value, name: t.memberships[value] }))}
          onChoose={setMembership}
        />
        <label className="studio-field">
          {t.grantUntil}
          <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
        <SubmitButton busy={busy} texts={{ submit: t.grant, busy: t.busy }} />
        <p className="panel-note">{t.grantUntilHint}</p>
        <p className="form-problem" role="alert">
          {problem}
        </p>
      </form>
    </details>
  )
}

/** The last moment of that day in the shop's time zone, since the day is included. */
const endOf = (day: string) => new Date(instantOf(shopZone(), dayAfter(day, 1)).getTime() - 1)
