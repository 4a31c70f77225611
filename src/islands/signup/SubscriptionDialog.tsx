import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { fill } from '#i18n/template.ts'
import { $subscriptionBeside } from '#stores/testers.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { longDate } from '../account/long-date.ts'
import { type Joining, joinBeside } from './join.ts'

/** Tells a paying member that the subscription goes on beside the licence, and offers to end it. */
export function SubscriptionDialog({ texts, siteName }: Joining) {
  const t = texts.subscription
  const subscription = useStore($subscriptionBeside)
  const [busy, setBusy] = useState(false)
  const close = () => $subscriptionBeside.set(undefined)

  async function choose(endSubscription: boolean) {
    if (busy) return
    setBusy(true)
    await joinBeside({ texts, siteName, endSubscription })
    close()
  }

  return (
    <AccountDialog title={t.title} onClose={close}>
      <p>
        {subscription?.until && !subscription.past_due
          ? fill(t.lead, { date: longDate(subscription.until) })
          : t.leadWithoutDate}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" aria-disabled={busy} onClick={() => choose(true)}>
          {busy ? t.busy : t.end}
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy}
          onClick={() => choose(false)}
        >
          {t.keep}
        </button>
        <button type="button" className="link-button" onClick={close}>
          {t.back}
        </button>
      </div>
    </AccountDialog>
  )
}
