import { useStore } from '@nanostores/react'
import type { ComponentType, ReactNode } from 'react'
import { isAdmin, mayEdit } from '#domain/membership/membership.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { $factorMissing } from '#stores/auth/auth.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useAuth } from '../auth/use-auth.ts'
import { ProofHost } from '../proof/ProofHost.tsx'

/**
 * A page of the studio for people with the right; others see a way on. The server decides again on each call.
 * @param may `edit`: the admin and editors; `admin`: only the admin
 */
export function studioRoom(may: 'edit' | 'admin', Room: ComponentType): ComponentType {
  return function StudioRoom() {
    const auth = useAuth()
    const factorMissing = useStore($factorMissing)
    const t = studioTexts(pageLocale())
    if (!auth)
      return (
        <Notice {...t.signedOut}>
          <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
            {t.signedOut.logIn}
          </button>
        </Notice>
      )
    if (factorMissing)
      return (
        <Notice {...t.factorMissing}>
          <a className="button" href={localizedLink('/account#two-step')}>
            {t.factorMissing.setUp}
          </a>
        </Notice>
      )
    if (!(may === 'admin' ? isAdmin(auth) : mayEdit(auth)))
      return (
        <Notice title={t.notForYou.title} lead={t.notForYou[may]}>
          <a className="button" href={localizedLink('/')}>
            {t.notForYou.back}
          </a>
        </Notice>
      )
    return (
      <>
        <Room />
        <ProofHost />
      </>
    )
  }
}

/** Shown instead of a room's content. @param children the way on */
export function Notice({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="member-notice">
      <h2>{title}</h2>
      <p>{lead}</p>
      <div className="panel-actions">{children}</div>
    </section>
  )
}
