import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { MemberFilter } from '#contract/studio/members/members.ts'
import {
  MEMBER_GROUPS,
  MEMBER_ORDERS,
  MEMBER_REASONS,
  type MemberOrder,
} from '#domain/studio/member-filters.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { Select } from '../Select.tsx'
import { useAddress } from '../use-address.ts'

const PAUSE_MS = 400
const NOTHING = { q: undefined, group: undefined, reason: undefined, order: undefined }

/** Search, filters and order, all in the URL. */
export function MemberFilters({ children }: { children: ReactNode }) {
  const t = membersTexts(pageLocale())
  const [params, change] = useAddress()
  return (
    <div className="figure-tools">
      <Search />
      <Select
        label={t.group}
        value={params.get('group') ?? ''}
        options={[
          { value: '', name: t.everybody },
          ...MEMBER_GROUPS.map((value) => ({ value, name: t.groups[value] })),
        ]}
        onChoose={(value) => change({ group: value || undefined })}
      />
      <Select
        label={t.reason}
        value={params.get('reason') ?? ''}
        options={[
          { value: '', name: t.anyReason },
          ...MEMBER_REASONS.map((value) => ({ value, name: t.reasons[value] })),
        ]}
        onChoose={(value) => change({ reason: value || undefined })}
      />
      <Select
        label={t.order}
        value={orderOf(params)}
        options={MEMBER_ORDERS.map((value) => ({ value, name: t.orders[value] }))}
        onChoose={(value) => change({ order: value === 'newest' ? undefined : value })}
      />
      {children}
      {['q', 'group', 'reason'].some((name) => params.has(name)) && (
        <LinkButton onClick={() => change(NOTHING)}>{t.clear}</LinkButton>
      )}
    </div>
  )
}

/** Searches after a pause in typing, or at once on Enter. */
function Search() {
  const t = membersTexts(pageLocale())
  const [params, change] = useAddress()
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(asked), [asked])
  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(text: string) {
    clearTimeout(timer.current)
    if (text.trim() !== asked) change({ q: text.trim() || undefined })
  }
  return (
    <search className="member-search">
      <form
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          ask(typed)
        }}
      >
        <label className="studio-field">
          {t.search}
          <input
            type="search"
            value={typed}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => ask(target.value), PAUSE_MS)
            }}
          />
        </label>
      </form>
    </search>
  )
}

/** The filter in a URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): MemberFilter {
  const q = params.get('q')?.trim().slice(0, 254)
  const group = MEMBER_GROUPS.find((each) => each === params.get('group'))
  const reason = MEMBER_REASONS.find((each) => each === params.get('reason'))
  return { ...(q && { q }), ...(group && { group }), ...(reason && { reason }) }
}

export function orderOf(params: URLSearchParams): MemberOrder {
  return MEMBER_ORDERS.find((each) => each === params.get('order')) ?? 'newest'
}
