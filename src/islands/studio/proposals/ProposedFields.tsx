import type { Proposal, Proposals } from '#contract/studio/clips/proposals.ts'
import type { ProposedField } from '#domain/studio/clip/proposal.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { proposalsTexts } from '#i18n/studio/proposals/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Answers, type Decide } from './Answers.tsx'

interface ProposedFieldsProps {
  of: Proposals
  proposal: Proposal
  busy: boolean
  decide: Decide
}

/** What is proposed for a clip, field by field, with an answer to each. */
export function ProposedFields({ of, proposal, busy, decide }: ProposedFieldsProps) {
  const locale = pageLocale()
  const t = proposalsTexts(locale)
  const { proposed, present } = proposal
  const fields = Object.keys(proposed) as ProposedField[]
  const shown = (value: string | string[] | undefined) => {
    if (Array.isArray(value)) return value.join(', ')
    const category = of.categories.find(({ key }) => key === value)
    return (category && ((locale === 'ja' && category.label_ja) || category.label)) ?? value
  }
  if (fields.length === 0) return <p className="panel-note">{t.nothing}</p>
  return (
    <>
      <ul className="proposed-fields">
        {fields.map((field) => {
          const name = clipTexts(locale).fields[field]
          const isList = Array.isArray(proposed[field])
          const lang = field === 'category' ? undefined : field.endsWith('_ja') ? 'ja' : 'en'
          return (
            <li key={field}>
              <b>{isList ? `${name} (${t.added})` : name}</b>
              <p className="clip-value" lang={lang}>
                {shown(proposed[field])}
              </p>
              {!isList && present[field] && (
                <p className="panel-note">{t.instead(shown(present[field]) ?? '')}</p>
              )}
              <Answers of={name} busy={busy} decide={({ accept }) => decide({ accept, fields: [field] })} />
            </li>
          )
        })}
      </ul>
      <Answers busy={busy} decide={decide} />
    </>
  )
}

/** Calls and tokens of the day, and of a clip, with what they cost. */
export function ModelCost({ of, proposal }: { of: Proposals; proposal?: Proposal | undefined }) {
  const locale = pageLocale()
  const t = proposalsTexts(locale)
  const { price, today, calls_per_day } = of
  const spent = ({ input, output }: { input: number; output: number }) => {
    if (!price) return t.tokens(input, output)
    const cost = (input * price.input + output * price.output) / 1e6
    const format = { style: 'currency', currency: price.currency, maximumSignificantDigits: 2 } as const
    return `${t.tokens(input, output)} · ${cost.toLocaleString(locale, format)}`
  }
  return (
    <p className="panel-note proposal-cost">
      {t.today(today.calls, calls_per_day)} · {spent(today)}
      {proposal && proposal.input > 0 && `\n${t.thisClip}: ${spent(proposal)}`}
    </p>
  )
}

/** Why there is no proposal; the service's own text is English. */
export function reasonText({ reason }: Proposal): string {
  if (!reason) return ''
  const told = proposalsTexts(pageLocale()).reasons[reason.code]
  return reason.text ? `${told} (${reason.text})` : told
}
