import { useState } from 'react'
import type { StudioPrices } from '#contract/studio/shop/prices.ts'
import { moveMembers, studioPrices } from '#contract/studio/shop/prices-calls.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { PLANS } from '#domain/membership/price.ts'
import { pricesTexts } from '#i18n/studio/prices/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { ActDialog } from '../ActDialog.tsx'
import { FigureTable, RowAct } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { studioRoom } from '../studio-room.tsx'
import { useAction } from '../use-action.ts'
import { PriceForm } from './PriceForm.tsx'
import { StripeSetup } from './StripeSetup.tsx'

/** What the plans cost, and what members pay. */
export const PricesRoom = studioRoom('admin', Room)

function Room() {
  const t = pricesTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(studioPrices, undefined))
  const { data, reload } = loaded
  if (!data) return <Pending {...loaded} />
  return (
    <div className="stack-6">
      {data.mode !== 'off' && <StripeSetup key={data.offers.length} onDone={() => void reload()} />}
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
        {data.paid.length === 0 ? (
          <p className="panel-note">{t.nobody}</p>
        ) : (
          <Paid paid={data.paid} onChanged={() => void reload()} />
        )}
      </section>
    </div>
  )
}

type Line = StudioPrices['paid'][number]

function Paid({ paid, onChanged }: Pick<StudioPrices, 'paid'> & { onChanged: () => void }) {
  const locale = pageLocale()
  const t = pricesTexts(locale)
  const [asked, setAsked] = useState<Line>()
  const stopping = useAction(t.failed)
  const planOf = (line: Line) => PLANS.find((each) => each === line.plan)
  const nameOf = (line: Line) => {
    const plan = planOf(line)
    return plan ? t.plans[plan] : line.plan
  }
  const priceOf = ({ currency, amount }: Line) => formatAmount(amount, currency, locale)
  const newPriceOf = ({ currency, to }: Line) => formatAmount(to ?? 0, currency, locale)

  async function move(line: Line, on: boolean) {
    const { currency, amount } = line
    await requestWithProof(moveMembers, { plan: planOf(line)!, currency, amount, on })
    showToast({ kind: 'success', text: on ? t.moveBegun : t.moveStopped })
    setAsked(undefined)
    onChanged()
  }

  return (
    <>
      <FigureTable label={t.paid} head={[t.plan, t.price, { number: t.members }, t.newPrice]}>
        {paid.map((line) => (
          <tr key={`${line.plan} ${line.currency} ${line.amount}`}>
            <th scope="row">{nameOf(line)}</th>
            <td data-label={t.price}>
              {priceOf(line)} {line.isOld && <small>{t.old}</small>}
            </td>
            <td data-label={t.members}>{line.members}</td>
            <td data-label={t.newPrice}>
              {line.moving > 0 && t.moving(line.moving, newPriceOf(line))}{' '}
              {line.failed > 0 && t.notMoved(line.failed)}{' '}
              {line.moving > 0 && (
                <RowAct label={t.stop} of={priceOf(line)} act={() => stopping.run(() => move(line, false))} />
              )}{' '}
              {line.isOld && line.to && line.moving < line.members && (
                <RowAct label={t.move(newPriceOf(line))} of={priceOf(line)} act={() => setAsked(line)} />
              )}
            </td>
          </tr>
        ))}
      </FigureTable>
      {asked && (
        <ActDialog
          title={t.moveTitle(priceOf(asked), newPriceOf(asked))}
          texts={{ submit: t.moveThem, busy: t.busy, cancel: t.keep }}
          act={() => move(asked, true).then(undefined, () => t.failed)}
          onClose={() => setAsked(undefined)}
        >
          {() => <p>{t.moveLead}</p>}
        </ActDialog>
      )}
    </>
  )
}
