import type { StudioPrices } from '#contract/studio/prices.ts'
import { studioPrices } from '#contract/studio/prices-calls.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { PLANS } from '#domain/membership/price.ts'
import { pricesTexts } from '#i18n/studio/prices/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { PriceForm } from './PriceForm.tsx'

/** What the plans cost, and what members pay. */
export const PricesRoom = studioRoom('admin', Room)

function Room() {
  const t = pricesTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(studioPrices, undefined))
  const { data, reload } = loaded
  if (!data) return <Pending {...loaded} />
  return (
    <div className="stack-6">
      <section className="panel figure-panel">
        <h2>{t.now}</h2>
        {data.mode === 'off' ? (
          <p className="panel-note">{t.off}</p>
        ) : (
          <PriceForm offers={data.offers} onSaved={() => void reload()} />
        )}
      </section>
      <section className="panel figure-panel">
        <h2>{t.paid}</h2>
        {data.paid.length === 0 ? <p className="panel-note">{t.nobody}</p> : <Paid paid={data.paid} />}
      </section>
    </div>
  )
}

function Paid({ paid }: Pick<StudioPrices, 'paid'>) {
  const locale = pageLocale()
  const t = pricesTexts(locale)
  const planName = (plan: string) => {
    const known = PLANS.find((each) => each === plan)
    return known ? t.plans[known] : plan
  }
  return (
    <FigureTable label={t.paid} head={[t.plan, t.price, { number: t.members }]}>
      {paid.map(({ plan, currency, amount, members, isOld }) => (
        <tr key={`${plan} ${currency} ${amount}`}>
          <th scope="row">{planName(plan)}</th>
          <td data-label={t.price}>
            {formatAmount(amount, currency, locale)} {isOld && <small>{t.old}</small>}
          </td>
          <td data-label={t.members}>{members}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
