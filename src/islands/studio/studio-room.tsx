import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect } from 'react'
import { isAdmin, mayEdit } from '#domain/membership/membership.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { $factorMissing } from '#stores/auth/auth.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { openInOwnLanguage } from '#stores/studio/own-language.ts'
import { MemberNotice, SignInNotice } from '../auth/MemberNotice.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { ProofHost } from '../proof/ProofHost.tsx'

/**
 * A page of the studio for people with the right; others see a way on. The server decides again on each call.
 * @param may `edit`: the admin and editors; `admin`: only the admin
 */
export function studioRoom<Props extends object>(may: 'edit' | 'admin', Room: ComponentType<Props>) {
  return function StudioRoom(props: Props) {
    const auth = useAuth()
    const factorMissing = useStore($factorMissing)
    const t = studioTexts(pageLocale())
    useEffect(() => {
      openInOwnLanguage().catch((error) => console.info('The language of the account is unknown', error))
    }, [])
    if (!auth) return <SignInNotice {...t.signedOut} />
    if (factorMissing)
      return (
        <MemberNotice title={t.factorMissing.title} lead={t.factorMissing.lead}>
          <a className="button" href={localizedLink('/account#two-step')}>
            {t.factorMissing.setUp}
          </a>
        </MemberNotice>
      )
    if (!(may === 'admin' ? isAdmin(auth) : mayEdit(auth)))
      return (
        <MemberNotice title={t.notForYou.title} lead={t.notForYou[may]}>
          <a className="button" href={localizedLink('/')}>
            {t.notForYou.back}
          </a>
        </MemberNotice>
      )
    return (
      <>
        <Room {...props} />
        <ProofHost />
      </>
    )
  }
}
