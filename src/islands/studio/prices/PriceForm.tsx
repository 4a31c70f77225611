import { type SubmitEvent, useId, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { setPlanPrice } from '#contract/studio/shop/prices-calls.ts'
import { amountFrom, currencyName, plainAmount } from '#domain/membership/format-price.ts'
import { MAX_TRIAL_DAYS, type Offer, PLANS, type Plan } from '#domain/membership/price.ts'
import { pricesTexts } from '#i18n/studio/prices/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
import { FigureTable } from '../FigureTable.tsx'
import { Select } from '../Select.tsx'

/** A currency with what is typed for each plan. */
type Line = Record<Plan, string> & { currency: string }

/** Amounts by currency and plan. The server needs a recent proof. */
export function PriceForm({ offers, onSaved }: { offers: readonly Offer[]; onSaved: () => void }) {
  const locale = pageLocale()
  const t = pricesTexts(locale)
  const [lines, setLines] = useState(() => offers.map(lineOf))
  const [days, setDays] = useState(() => String(Object.values(offers[0]?.trials ?? {})[0] ?? ''))
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const trialHint = useId()
  const change = (currency: string, plan: Plan, text: string) =>
    setLines(lines.map((line) => (line.currency === currency ? { ...line, [plan]: text } : line)))

  const others = Intl.supportedValuesOf('currency')
    .map((code) => ({ value: code.toLowerCase(), name: currencyName(code, locale) }))
    .filter(({ value }) => !lines.some(({ currency }) => currency === value))
  const add = (currency: string) =>
    currency && setLines([...lines, { currency, pro_monthly: '', pro_yearly: '' }])

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = firstWrong(lines)
    const trial_days = Number(days)
    const isOff = !/^\d*$/.test(days) || trial_days > MAX_TRIAL_DAYS
    if (wrong) setProblem(t.wrong(t.field(t.plans[wrong.plan], wrong.currency.toUpperCase())))
    else setProblem(isOff ? t.wrongDays : '')
    if (wrong || isOff) return
    setBusy(true)
    try {
      for (const plan of PLANS) {
        const amounts = lines.flatMap((line) => {
          const amount = amountFrom(line[plan], line.currency)
          return amount ? [{ currency: line.currency, amount }] : []
        })
        await requestWithProof(setPlanPrice, { plan, amounts, trial_days })
      }
      showToast({ kind: 'success', text: t.saved })
      setLines(lines.filter((line) => !isEmpty(line)))
      onSaved()
    } catch (error) {
      console.warn('The prices could not be changed', error)
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }

  function reasonOf(error: unknown): string {
    const { reason } = (error instanceof ApiError ? error.answer : {}) as { reason?: string }
    return reason ? t.refused(reason) : t.failed
  }

  return (
    <form onSubmit={save} noValidate className="stack-4">
      <p className="panel-note">{t.lead}</p>
      {lines.length > 0 && (
        <FigureTable label={t.now} head={[t.currency, ...PLANS.map((plan) => t.plans[plan])]}>
          {lines.map((line) => (
            <tr key={line.currency}>
              <th scope="row">{currencyName(line.currency, locale)}</th>
              {PLANS.map((plan) => (
                <td key={plan} data-label={t.plans[plan]}>
                  <input
                    className="studio-input"
                    value={line[plan]}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={12}
                    aria-label={t.field(t.plans[plan], line.currency.toUpperCase())}
                    onChange={({ target }) => change(line.currency, plan, target.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </FigureTable>
      )}
      <Select label={t.add} value="" options={[{ value: '', name: t.choose }, ...others]} onChoose={add} />
      <p className="panel-note">{t.hint}</p>
      <label className="stack-1">
        {t.trial}
        <input
          className="studio-input"
          value={days}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          size={4}
          aria-describedby={trialHint}
          onChange={({ target }) => setDays(target.value)}
        />
      </label>
      <p id={trialHint} className="panel-note">
        {t.trialHint}
      </p>
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <SubmitButton busy={busy} texts={{ submit: t.save, busy: t.busy }} />
    </form>
  )
}

function lineOf({ currency, amounts }: Offer): Line {
  const text = (amount = 0) => (amount === 0 ? '' : plainAmount(amount, currency))
  return { currency, pro_monthly: text(amounts.pro_monthly), pro_yearly: text(amounts.pro_yearly) }
}

const isEmpty = (line: Line) => PLANS.every((plan) => line[plan] === '')

/** At least one currency needs both amounts. */
function firstWrong(lines: readonly Line[]): { plan: Plan; currency: string } | undefined {
  const filled = lines.filter((line) => !isEmpty(line))
  for (const line of filled.length > 0 ? filled : lines)
    for (const plan of PLANS)
      if (amountFrom(line[plan], line.currency) === undefined) return { plan, currency: line.currency }
  return lines.length === 0 ? { plan: 'pro_monthly', currency: '' } : undefined
}
