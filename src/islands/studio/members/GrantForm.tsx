import { type SubmitEvent, useState } from 'react'
import type { GrantInput } from '#contract/studio/members.ts'
import { GRANTS } from '#domain/studio/member-filters.ts'
import { membersTexts } from '#i18n/studio/members-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { Select } from '../Select.tsx'

/** Gives a membership until the end of a day, or without end. */
export function GrantForm({ onGrant }: { onGrant: (input: GrantInput) => Promise<boolean> }) {
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

/** The last moment of that day in the reader's time zone, since the day is included. */
function endOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 23, 59, 59, 999)
}
