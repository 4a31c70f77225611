import type { ReactNode } from 'react'
import type { LogFilter, LogPage } from '#contract/studio/operation/log.ts'
import { dayAfter, instantOf } from '#domain/dates/time-zone.ts'
import { AUDIT_KINDS } from '#domain/studio/audit-kinds.ts'
import { logTexts } from '#i18n/studio/log/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { Select } from '../Select.tsx'
import { useAddress } from '../use-address.ts'

const OTHERS = ['cli', 'stripe', 'schedule']
const NAMES = ['actor', 'kind', 'subject', 'member', 'from', 'to'] as const
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, undefined]))

/** Person, kind and time; further filters from a link are shown and can be removed. */
export function LogFilters({ people, children }: { people: LogPage['people']; children: ReactNode }) {
  const t = logTexts(pageLocale())
  const [params, change] = useAddress()
  const actor = params.get('actor') ?? ''
  const actors = [
    ...people.map(({ id, name }) => ({ value: `user:${id}`, name })),
    ...OTHERS.map((value) => ({ value, name: t.actors[value] ?? value })),
  ]
  if (actor && !actors.some(({ value }) => value === actor)) actors.push({ value: actor, name: actor })
  const [subject, member] = [params.get('subject'), params.get('member')]
  const narrowed = [...(subject ? [subject] : []), ...(member ? [t.member(Number(member))] : [])]
  return (
    <div className="figure-tools">
      <Select
        label={t.who}
        value={actor}
        options={[{ value: '', name: t.everybody }, ...actors]}
        onChoose={(value) => change({ actor: value || undefined })}
      />
      <Select
        label={t.kind}
        value={params.get('kind') ?? ''}
        options={[
          { value: '', name: t.everything },
          ...AUDIT_KINDS.map((value) => ({ value, name: t.kinds[value] })),
        ]}
        onChoose={(value) => change({ kind: value || undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <label className="studio-field" key={name}>
          {t[name]}
          <input
            type="date"
            value={params.get(name) ?? ''}
            onChange={({ target }) => change({ [name]: target.value || undefined })}
          />
        </label>
      ))}
      {children}
      {narrowed.map((what) => (
        <p className="studio-narrowed" key={what}>
          {t.only(what)}
        </p>
      ))}
      {NAMES.some((name) => params.has(name)) && (
        <LinkButton onClick={() => change(NOTHING)}>{t.clear}</LinkButton>
      )}
    </div>
  )
}

const ACTOR = /^(?:cli|stripe|schedule|user:\d{1,15})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filter in a URL; invalid values are ignored. Days are those of the shop's time zone. */
export function filterOf(params: URLSearchParams): LogFilter {
  const [actor, subject, member] = ['actor', 'subject', 'member'].map((name) => params.get(name) ?? '')
  const kind = AUDIT_KINDS.find((each) => each === params.get('kind'))
  const from = startOf(params.get('from'), 0)
  const to = startOf(params.get('to'), 1)
  return {
    ...(actor && ACTOR.test(actor) && { actor }),
    ...(kind && { kind }),
    ...(subject && { subject }),
    ...(member && /^\d{1,15}$/.test(member) && { member: Number(member) }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The start of a day, or of one so many days later; undefined if it is no day. */
function startOf(day: string | null, later: number): string | undefined {
  if (!day || !DAY.test(day) || Number.isNaN(Date.parse(day))) return undefined
  return instantOf(shopZone(), dayAfter(day, later)).toISOString()
}
