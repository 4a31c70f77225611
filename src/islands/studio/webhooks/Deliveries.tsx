import type { Hook } from '#contract/studio/shop/hooks.ts'
import { sendHookAgain } from '#contract/studio/shop/hooks-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { webhooksTexts } from '#i18n/studio/webhooks/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { FigureTable, RowAct } from '../FigureTable.tsx'
import { useAction } from '../use-action.ts'

/** What was sent to an address, newest first. */
export function Deliveries({ hook, reload }: { hook: Hook; reload: () => Promise<void> }) {
  const locale = pageLocale()
  const t = webhooksTexts(locale)
  const { run } = useAction(studioTexts(locale).failed)
  const again = (delivery: number) =>
    run(async () => {
      await requestAs(sendHookAgain, { id: hook.id, delivery })
      await reload()
    })
  if (hook.deliveries.length === 0) return <p className="panel-note">{t.noDeliveries}</p>
  return (
    <FigureTable label={`${t.deliveries}: ${hook.url}`} head={[t.event, t.state, t.answer, t.again]}>
      {hook.deliveries.map(({ id, type, created, state, attempts, tried, status, answer }) => (
        <tr key={id}>
          <th scope="row">
            {t.events[type]}
            <small className="studio-under">{dateTimeText(locale, created)}</small>
          </th>
          <td data-label={t.state}>
            {t.states[state]}
            {tried && (
              <small className="studio-under">{`${dateTimeText(locale, tried)} · ${t.tries(attempts)}`}</small>
            )}
          </td>
          <td data-label={t.answer} className="studio-address">
            {status} {answer}
          </td>
          <td data-label={t.again}>
            {state !== 'waiting' && !hook.off_since && (
              <RowAct label={t.again} of={`${type} ${id}`} act={() => void again(id)} />
            )}
          </td>
        </tr>
      ))}
    </FigureTable>
  )
}
