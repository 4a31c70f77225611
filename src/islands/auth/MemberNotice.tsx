import type { ReactNode } from 'react'

interface MemberNoticeProps {
  title: string
  lead?: string
  /** Ways on. */
  children: ReactNode
}

/** Stands where a page has nothing for this person, and says why. */
export function MemberNotice({ title, lead, children }: MemberNoticeProps) {
  return (
    <section className="member-notice">
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      <div className="panel-actions">{children}</div>
    </section>
  )
}

/** For visitors who are not signed in. @param register its label, where a new account would do, too */
export function SignInNotice(props: { title: string; lead: string; logIn: string; register?: string }) {
  const { title, lead, logIn, register } = props
  return (
    <MemberNotice title={title} lead={lead}>
      <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
        {logIn}
      </button>
      {register && (
        <button type="button" className="button button-quiet" data-sign-in="register" aria-haspopup="dialog">
          {register}
        </button>
      )}
    </MemberNotice>
  )
}
