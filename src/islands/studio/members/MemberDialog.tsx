import { type ReactNode, useId, useRef } from 'react'
import { ApiError } from '#contract/request.ts'
import type { MemberDetails, MemberLine } from '#contract/studio/members/members.ts'
import { showMember } from '#contract/studio/members/members-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useBackdrop, useModal } from '../../auth/use-modal.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Pending } from '../LoadFailed.tsx'
import { MemberActs } from './MemberActs.tsx'
import { Devices, Grounds, Has, History, Labels } from './MemberFacts.tsx'

interface MemberDialogProps {
  id: number
  onClose: () => void
  onChanged: (member: MemberLine) => void
  onDeleted: () => void
}

/** One member, with a URL of its own. */
export function MemberDialog({ id, onClose, onChanged, onDeleted }: MemberDialogProps) {
  const t = membersTexts(pageLocale())
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog)
  const { data, status, reload, setData } = useLoaded(() => memberOf(id), id)
  const member = data?.member

  async function changed() {
    const now = await memberOf(id).catch(() => undefined)
    if (!now) return reload()
    setData(() => now)
    if (now.member) onChanged(now.member)
  }

  return (
    <dialog
      ref={dialog}
      className="auth member-dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      {...useBackdrop(onClose)}
    >
      <div className="auth-panel">
        <header className="member-head">
          <h2 id={titleId}>{member?.name ?? t.member}</h2>
          {member && <p className="member-email">{member.email}</p>}
          {member && <Labels line={member} />}
        </header>
        <button type="button" className="icon-button auth-close" aria-label={t.close} onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
        <Pending data={data} status={status} reload={reload} />
        {data && !member && <p>{t.gone}</p>}
        {member && <Member member={member} onChanged={() => void changed()} onDeleted={onDeleted} />}
      </div>
    </dialog>
  )
}

/** Without a member if the account is gone. @throws as requestAs() */
async function memberOf(id: number): Promise<{ member: MemberDetails | undefined }> {
  try {
    return { member: await requestAs(showMember, { id }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { member: undefined }
    throw error
  }
}

function Member(props: { member: MemberDetails; onChanged: () => void; onDeleted: () => void }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const { member } = props
  const { suspension } = member
  return (
    <>
      <Part title={t.restsOn}>
        <Grounds member={member} />
      </Part>
      <Part title={t.acts}>
        {suspension && <p>{t.suspendedSince(dateText(locale, suspension.at), suspension.reason)}</p>}
        <MemberActs {...props} />
      </Part>
      <Part title={t.has}>
        <Has member={member} />
      </Part>
      <Part title={t.devices}>
        <Devices member={member} />
      </Part>
      <Part title={t.history}>
        <History member={member} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="member-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
