import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $currency, chooseCurrency } from '#stores/billing/currency.ts'

interface CurrencyChoiceProps {
  label: string
  currencies: readonly { currency: string; name: string }[]
  /** What the page shows by itself. */
  shown: string
}

/** Chooses among the prices that the page holds, and keeps the choice. */
export function CurrencyChoice({ label, currencies, shown }: CurrencyChoiceProps) {
  const wish = useStore($currency)
  const [isReady, setReady] = useState(false)
  const isSold = currencies.some(({ currency }) => currency === wish)
  const chosen = isReady && wish && isSold ? wish : shown

  useEffect(() => setReady(true), [])
  useEffect(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-currency]'))
      element.hidden = element.dataset.currency !== chosen
  }, [chosen])

  return (
    <label>
      {label}{' '}
      <select
        className="button button-quiet"
        value={chosen}
        onChange={({ target }) => chooseCurrency(target.value)}
      >
        {currencies.map(({ currency, name }) => (
          <option key={currency} value={currency}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
