import { beginApp, confirmApp } from '#contract/factor-calls.ts'
import type { FactorAdded } from '#contract/factors.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { copyText } from '#stores/copy-text.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { Field } from '../auth/Field.tsx'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { DialogActions } from './DialogActions.tsx'
import { QrCode } from './QrCode.tsx'
import { useBegun } from './use-begun.ts'

interface AppDialogProps {
  onAdded: (added: FactorAdded) => void
  onClose: () => void
}

/** Sets up an authenticator app: its key as QR code and as text, then the first code. */
export function AppDialog({ onAdded, onClose }: AppDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).app
  const app = useBegun(() => requestWithProof(beginApp, undefined), onClose)
  const { form, refusal, busy, onSubmit } = useForm<'code'>(async ({ code }, signal) => {
    const { wrong, ...words } = authTexts(locale)
    if (code.trim() === '') return { summary: wrong.empty, fields: { code: wrong.empty } }
    try {
      const added = await requestWithProof(confirmApp, { code }, { signal })
      showToast({ kind: 'success', text: t.added })
      onAdded(added)
      return undefined
    } catch (error) {
      if (codeOf(error) === 'FACTOR_WRONG') return { summary: t.wrong, fields: { code: t.wrong } }
      return { summary: reasonOf(error, { wrong, ...words }) }
    }
  })

  async function copy(secret: string) {
    const copied = await copyText(secret)
    showToast(copied ? { kind: 'success', text: t.copied } : { kind: 'info', text: t.copyFailed })
  }

  if (!app) return null
  return (
    <AccountDialog title={t.title} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.scan}</p>
        <QrCode text={app.uri} label={t.qr} />
        <p>{t.type}</p>
        <p className="app-key">
          <code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
          <button type="button" className="link-button" onClick={() => copy(app.secret)}>
            {t.copy}
          </button>
        </p>
        <Field
          name="code"
          label={t.code}
          problem={refusal?.fields?.code}
          input={{ type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' }}
        />
        <DialogActions refusal={refusal} busy={busy} texts={t.form} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}
