import type { MemberLine } from '#contract/studio/members.ts'
import { membersTexts } from '#i18n/studio/members-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** The membership, and further rights. */
export function Labels({ line }: { line: MemberLine }) {
  const t = membersTexts(pageLocale())
  const { membership, role, is_admin, email_verified } = line
  return (
    <span className="member-labels">
      <span className="member-label" data-paid={membership !== 'free'}>
        {t.memberships[membership]}
      </span>
      {is_admin && <span className="member-label is-strong">{t.admin}</span>}
      {role === 'editor' && <span className="member-label is-strong">{t.editor}</span>}
      {!email_verified && !is_admin && <span className="member-label is-quiet">{t.unconfirmed}</span>}
    </span>
  )
}
