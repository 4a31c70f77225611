import { ApiError } from '#contract/request.ts'
import { setUpStripe, stripePlan } from '#contract/studio/shop/prices-calls.ts'
import { pricesTexts } from '#i18n/studio/prices/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button } from '../../auth/buttons.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { FigureTable } from '../FigureTable.tsx'
import { Pending } from '../LoadFailed.tsx'
import { useAction } from '../use-action.ts'

const DOES = ['create', 'change', 'replace']

/** What Stripe lacks, and the button that makes it. */
export function StripeSetup({ onDone }: { onDone: () => void }) {
  const texts = pricesTexts(pageLocale())
  const t = texts.setup
  const loaded = useLoaded(() => requestAs(stripePlan, undefined))
  const { busy, run } = useAction((error) => {
    const { reason } = (error instanceof ApiError ? error.answer : {}) as { reason?: string }
    return reason ? texts.refused(reason) : t.failed
  })
  const { data, reload } = loaded
  const hasWork = data?.steps.some(({ act }) => DOES.includes(act))
  const isDone = data?.steps.every(({ act }) => act === 'leave')

  async function setUp() {
    await requestWithProof(setUpStripe, undefined)
    await reload()
    showToast({ kind: 'success', text: t.done })
    onDone()
  }

  return (
    <section className="panel figure-panel" aria-labelledby="stripe">
      <h2 id="stripe">{t.title}</h2>
      {!data && <Pending {...loaded} />}
      <p className="panel-note" role="status">
        {busy ? t.busy : isDone ? t.nothing : t.lead}
      </p>
      {data && !isDone && (
        <FigureTable label={t.act} head={[t.part, t.act]}>
          {data.steps.map(({ part, act }) => (
            <tr key={part}>
              <th scope="row">{t.parts[part] ?? t.rights[part]}</th>
              <td data-label={t.act}>
                {act === 'denied' ? `${t.acts.denied}: ${t.rights[part]}` : t.acts[act]}
              </td>
            </tr>
          ))}
        </FigureTable>
      )}
      {hasWork && (
        <Button aria-busy={busy} onClick={() => void run(setUp)}>
          {t.button}
        </Button>
      )}
    </section>
  )
}
