import { useState } from 'react'
import { endAllSessions, endSession } from '#contract/accounts/account-calls.ts'
import type { Session, SessionList } from '#contract/accounts/accounts.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { forget } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import type { Loaded } from '../loading/use-loaded.ts'
import { useAction } from '../studio/use-action.ts'
import { Panel } from './Panel.tsx'
import { Waiting } from './Waiting.tsx'

/** Old sign-ins accumulate; a button shows the rest. */
const FIRST_SHOWN = 6

export function SessionsPanel({ sessions }: { sessions: Loaded<SessionList> }) {
  const texts = memberTexts(pageLocale())
  const t = texts.sessions
  const { data, status, reload } = sessions
  const [all, setAll] = useState(false)
  const shown = all ? data?.sessions : data?.sessions.slice(0, FIRST_SHOWN)
  const more = data !== undefined && shown !== undefined && shown.length < data.sessions.length

  const { run } = useAction(t.failed)

  async function end(id: string) {
    await run(async () => {
      await requestAs(endSession, { id })
      showToast({ kind: 'success', text: t.ended })
    })
    void reload()
  }

  async function endAll() {
    await requestAs(endAllSessions, undefined)
    forget()
  }

  return (
    <Panel title={t.title}>
      <p className="panel-note">{t.lead}</p>
      {shown ? (
        <ul className="rows">
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={end} />
          ))}
        </ul>
      ) : (
        <Waiting failed={status === 'failed'} reload={reload} />
      )}
      <div className="panel-actions">
        {more && <QuietButton onClick={() => setAll(true)}>{texts.more}</QuietButton>}
        <QuietButton onClick={() => run(endAll)}>{t.everywhere}</QuietButton>
      </div>
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (id: string) => void }) {
  const locale = pageLocale()
  const t = memberTexts(locale).sessions
  const { browser, system } = deviceName(session.user_agent)
  const device = browser && system ? t.on(browser, system) : (browser ?? system ?? t.unknown)
  const used = dateTimeText(locale, session.last_used)
  return (
    <li>
      <div className="row-text">
        <strong>{device}</strong>
        <span className="panel-note">{session.current ? t.current : t.lastUsed(used)}</span>
      </div>
      {!session.current && (
        <LinkButton aria-label={t.endOf(device)} onClick={() => onEnd(session.id)}>
          {t.end}
        </LinkButton>
      )}
    </li>
  )
}
