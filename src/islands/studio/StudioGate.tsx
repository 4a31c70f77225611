import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { isAdmin, mayEdit } from '#domain/membership/membership.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { $factorMissing } from '#stores/auth/auth.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useAuth } from '../auth/use-auth.ts'
import { ProofHost } from '../proof/ProofHost.tsx'

interface StudioGateProps {
  /** `edit`: the admin and editors; `admin`: only the admin. The server decides again on each call. */
  may: 'edit' | 'admin'
  children: ReactNode
}

/** Shows a page of the studio to people with the right, and others a way on. */
export function StudioGate({ may, children }: StudioGateProps) {
  const auth = useAuth()
  const factorMissing = useStore($factorMissing)
  const t = studioTexts(pageLocale())
  if (!auth)
    return (
      <section className="member-notice">
        <h2>{t.signedOut.title}</h2>
        <p>{t.signedOut.lead}</p>
        <div className="panel-actions">
          <button type="button" className="button" data-sign-in="login" aria-haspopup="dialog">
            {t.signedOut.logIn}
          </button>
        </div>
      </section>
    )
  if (factorMissing)
    return (
      <section className="member-notice">
        <h2>{t.factorMissing.title}</h2>
        <p>{t.factorMissing.lead}</p>
        <div className="panel-actions">
          <a className="button" href={localizedLink('/account#two-step')}>
            {t.factorMissing.setUp}
          </a>
        </div>
      </section>
    )
  if (may === 'admin' ? isAdmin(auth) : mayEdit(auth))
    return (
      <>
        {children}
        <ProofHost />
      </>
    )
  return (
    <section className="member-notice">
      <h2>{t.notForYou.title}</h2>
      <p>{t.notForYou[may]}</p>
      <div className="panel-actions">
        <a className="button" href={localizedLink('/')}>
          {t.notForYou.back}
        </a>
      </div>
    </section>
  )
}
