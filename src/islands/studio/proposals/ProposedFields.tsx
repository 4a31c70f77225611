import type { Category } from '#contract/clips.ts'
import type { Proposal, Proposals } from '#contract/studio/proposals.ts'
import type { ProposedField } from '#domain/studio/proposal.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { proposalsTexts } from '#i18n/studio/proposals-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

export type Decide = (decision: { accept: boolean; fields?: ProposedField[] }) => void

interface ProposedFieldsProps {
  proposal: Proposal
  busy: boolean
  decide: Decide
  /** For their names. */
  categories?: readonly Category[] | undefined
}

/** What is proposed for a clip, field by field, with an answer to each. */
export function ProposedFields({ proposal, busy, decide, categories = [] }: ProposedFieldsProps) {
  const locale = pageLocale()
  const t = proposalsTexts(locale)
  const { proposed, present } = proposal
  const fields = Object.keys(proposed) as ProposedField[]
  const shown = (value: string | string[] | undefined, field: ProposedField) => {
    if (Array.isArray(value)) return value.join(field === 'keywords_ja' ? '、' : ', ')
    const category = field === 'category' && categories.find(({ key }) => key === value)
    return category ? (locale === 'ja' && category.label_ja) || category.label : (value ?? '')
  }
  if (fields.length === 0) return <p className="panel-note">{t.nothing}</p>
  return (
    <>
      <ul className="proposed-fields">
        {fields.map((field) => {
          const name = clipTexts(locale).fields[field]
          const lang = field.endsWith('_ja') ? 'ja' : field === 'category' ? undefined : 'en'
          const before = field.startsWith('keywords') ? '' : shown(present[field], field)
          return (
            <li key={field}>
              <p>
                <b>{name}</b> {field.startsWith('keywords') && t.adds}
              </p>
              <p className="clip-value" lang={lang}>
                {shown(proposed[field], field)}
              </p>
              {before && <p className="panel-note">{t.instead(before)}</p>}
              <div className="panel-actions">
                {([true, false] as const).map((accept) => (
                  <button
                    key={String(accept)}
                    type="button"
                    className="link-button"
                    aria-label={accept ? t.acceptOf(name) : t.dismissOf(name)}
                    aria-disabled={busy}
                    onClick={() => decide({ accept, fields: [field] })}
                  >
                    {accept ? t.accept : t.dismiss}
                  </button>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
      <div className="panel-actions">
        <button
          type="button"
          className="button"
          aria-disabled={busy}
          onClick={() => decide({ accept: true })}
        >
          {t.acceptAll}
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy}
          onClick={() => decide({ accept: false })}
        >
          {t.dismissAll}
        </button>
      </div>
    </>
  )
}

/** Calls and tokens of the day, of a clip, and what they cost. */
export function ModelCost({ of, proposal }: { of: Proposals; proposal?: Proposal | undefined }) {
  const t = proposalsTexts(pageLocale())
  const { today, calls_per_day } = of
  return (
    <p className="panel-note">
      {t.today(today.calls, calls_per_day)} · {spentText(of, today)}
      {proposal && proposal.input > 0 && (
        <>
          <br />
          {t.thisClip}: {spentText(of, proposal)}
        </>
      )}
    </p>
  )
}

function spentText({ price }: Proposals, { input, output }: { input: number; output: number }): string {
  const tokens = proposalsTexts(pageLocale()).tokens(input, output)
  if (!price) return tokens
  const cost = (input * price.input + output * price.output) / 1e6
  const format = { style: 'currency', currency: price.currency, maximumSignificantDigits: 2 } as const
  return `${tokens} · ${cost.toLocaleString(pageLocale(), format)}`
}

/** Why there is no proposal; the service's own text is English. */
export function reasonText({ reason }: Proposal): string {
  if (!reason) return ''
  const told = proposalsTexts(pageLocale()).reasons[reason.code]
  return reason.text && reason.code !== 'dayLimit' ? `${told} (${reason.text})` : told
}
