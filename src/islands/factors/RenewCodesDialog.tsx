import { renewRecoveryCodes } from '#contract/factor-calls.ts'
import type { FactorAdded } from '#contract/factors.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { DialogActions } from './DialogActions.tsx'

interface RenewCodesDialogProps {
  onAdded: (added: FactorAdded) => void
  onClose: () => void
}

export function RenewCodesDialog({ onAdded, onClose }: RenewCodesDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).codes
  const { form, refusal, busy, onSubmit } = useForm(async (_, signal) => {
    try {
      onAdded(await requestWithProof(renewRecoveryCodes, undefined, { signal }))
      return undefined
    } catch (error) {
      return { summary: reasonOf(error, authTexts(locale)) }
    }
  })
  return (
    <AccountDialog title={t.renewTitle} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.renewLead}</p>
        <DialogActions
          refusal={refusal}
          busy={busy}
          texts={{ submit: t.renew, busy: t.renewing }}
          onClose={onClose}
        />
      </form>
    </AccountDialog>
  )
}
