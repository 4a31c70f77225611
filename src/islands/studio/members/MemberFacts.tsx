import type { MemberDetails } from '#contract/studio/members.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { logTexts } from '#i18n/studio/log-texts.ts'
import { membersTexts } from '#i18n/studio/members-texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Act, Changes } from '../log/Act.tsx'

/** Licences taken and sets made. */
export function Has({ member: { licences, sets } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  return (
    <ul className="member-list">
      <li>
        <strong>{t.licences(licences.count)}</strong>
        {licences.last && <span>{t.lastLicence(dateText(locale, licences.last))}</span>}
      </li>
      {sets.length === 0 && <li>{t.noSets}</li>}
      {sets.map(({ kind, id, name, url }) => (
        <li key={`${kind}:${id}`}>
          <a href={url}>{name}</a>
          <span>{logTexts(locale).subjects[kind]}</span>
        </li>
      ))}
    </ul>
  )
}

/** The member's devices, named as on the account page. */
export function Devices({ member: { sessions } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const words = memberTexts(locale).sessions
  if (sessions.length === 0) return <p className="panel-note">{t.noDevices}</p>
  return (
    <ul className="member-list">
      {sessions.map(({ id, user_agent, last_used }) => {
        const { browser, system } = deviceName(user_agent)
        return (
          <li key={id}>
            <strong>
              {browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown)}
            </strong>
            <span>{words.lastUsed(dateTimeText(locale, last_used))}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Log entries about the account, newest first. */
export function History({ member: { id, history } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const log = logTexts(locale)
  if (history.length === 0) return <p className="panel-note">{t.noHistory}</p>
  return (
    <>
      <ul className="member-list">
        {history.map((entry) => (
          <li key={entry.id}>
            <Act entry={entry} about="member" />
            <span>
              {entry.by
                ? (entry.by.name ?? log.deleted(entry.by.id))
                : (log.actors[entry.actor] ?? entry.actor)}
              {' · '}
              {dateTimeText(locale, entry.created)}
            </span>
            <Changes entry={entry} />
          </li>
        ))}
      </ul>
      <p>
        <a href={localizedLink(`/studio/log?member=${id}`)}>{t.wholeHistory}</a>
      </p>
    </>
  )
}
