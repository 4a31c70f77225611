import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sessionList } from '#contract/accounts/account-calls.ts'
import { factorList } from '#contract/accounts/factor-calls.ts'
import { licenceList } from '#contract/clips/download-calls.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { $sessionLost } from '#stores/auth/auth.ts'
import { refreshUser, requestAs } from '#stores/auth/authorised.ts'
import { askToSignInOnNextPage } from '#stores/auth/dialog.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useAuth } from '../auth/use-auth.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { ProofHost } from '../proof/ProofHost.tsx'
import { useSetLists } from '../studio/sets/use-set-lists.ts'
import { DataPanel } from './DataPanel.tsx'
import { DownloadsPanel } from './DownloadsPanel.tsx'
import { MembershipPanel, type MembershipPanelProps } from './MembershipPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { listOwnSets, SetsPanel } from './SetsPanel.tsx'
import { Waiting } from './Waiting.tsx'

export interface AccountPageProps extends Pick<MembershipPanelProps, 'payments'> {
  siteName: string
}

/** The account page. Signed-out visitors are sent to the home page; after a lost session that asks them to log in. */
export function AccountPage({ payments, siteName }: AccountPageProps) {
  const texts = memberTexts(pageLocale())
  const auth = useAuth()
  // Set before the sign-out, which would otherwise redirect away from the farewell.
  const [deleted, setDeleted] = useState(false)
  const user = useLoaded(refreshUser)
  const licences = useLoaded((signal) => requestAs(licenceList, { offset: 0 }, { signal }))
  const sessions = useLoaded((signal) => requestAs(sessionList, undefined, { signal }))
  const factors = useLoaded(loadFactors)
  const sets = useSetLists(listOwnSets)
  // Shows the lists together, since each would shift the next.
  const [settled, setSettled] = useState(false)
  const allLoaded =
    sets.status !== 'loading' &&
    [licences, sessions, factors].every(({ data, status }) => data !== undefined || status === 'failed')
  useEffect(() => {
    if (allLoaded) setSettled(true)
  }, [allLoaded])

  useEffect(() => {
    if (settled && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [settled])

  const leaves = !auth && !deleted
  useEffect(() => {
    if (!leaves) return
    if ($sessionLost.get()) askToSignInOnNextPage()
    location.replace(localizedLink('/'))
  }, [leaves])

  if (deleted) return <Farewell title={texts.data.deletedTitle} text={texts.data.deleted} home={texts.home} />
  if (!auth) return null
  return (
    <div className="panels">
      <div>
        <ProfilePanel auth={auth} user={user.data} reload={user.reload} />
        <MembershipPanel auth={auth} payments={payments} />
      </div>
      {settled ? (
        <div className="panels-lists">
          <DownloadsPanel first={licences} />
          <SetsPanel auth={auth} lists={sets} />
          <SessionsPanel sessions={sessions} />
          {factors.data ? (
            <factors.data.FactorsPanel
              factors={factors.data.list}
              onChanged={() => {
                void factors.reload()
                void sessions.reload()
              }}
              siteName={siteName}
            />
          ) : (
            <Waiting failed={factors.status === 'failed'} reload={factors.reload} />
          )}
          {factors.data && <factors.data.KeysPanel auth={auth} />}
        </div>
      ) : (
        <div className="panels-lists">
          <Waiting failed={false} reload={licences.reload} />
        </div>
      )}
      <div>
        <PasswordPanel email={auth.email} />
        <DataPanel siteName={siteName} onDeleted={() => flushSync(() => setDeleted(true))} />
      </div>
      <ProofHost />
    </div>
  )
}

/** Loaded with the panels' code, since few people use them. */
async function loadFactors(signal: AbortSignal) {
  const [{ FactorsPanel }, { KeysPanel }, list] = await Promise.all([
    import('../factors/FactorsPanel.tsx'),
    import('../keys/KeysPanel.tsx'),
    requestAs(factorList, undefined, { signal }),
  ])
  return { FactorsPanel, KeysPanel, list }
}

function Farewell({ title, text, home }: { title: string; text: string; home: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="panel farewell">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <a className="button" href={localizedLink('/')}>
        {home}
      </a>
    </section>
  )
}
