import { encode } from 'uqr'
import { beginApp, confirmApp } from '#contract/accounts/factor-calls.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { copyText } from '#stores/copy-text.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { FormDialog } from '../account/FormDialog.tsx'
import { LinkButton } from '../auth/buttons.tsx'
import { Field } from '../auth/Field.tsx'
import { codeOf, emptyFields, fieldRefusal, reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { type AddDialogProps, useBegun } from './use-begun.ts'

/** Sets up an authenticator app: its key as QR code and as text, then the first code. */
export function AppDialog({ onAdded, onClose }: AddDialogProps) {
  const locale = pageLocale()
  const t = factorTexts(locale).app
  const words = authTexts(locale)
  const app = useBegun(() => requestWithProof(beginApp, undefined), onClose)
  const state = useForm<'code'>(
    async (values, signal) => {
      const empty = emptyFields(values, ['code'], words)
      if (empty) return empty
      const added = await requestWithProof(confirmApp, { code: values.code }, { signal })
      showToast({ kind: 'success', text: t.added })
      onAdded(added)
      return undefined
    },
    (error) =>
      codeOf(error) === 'FACTOR_WRONG' ? fieldRefusal('code', t.wrong) : { summary: reasonOf(error, words) },
  )

  async function copy(secret: string) {
    const copied = await copyText(secret)
    showToast(copied ? { kind: 'success', text: t.copied } : { kind: 'info', text: t.copyFailed })
  }

  if (!app) return null
  return (
    <FormDialog title={t.title} state={state} texts={t.form} onClose={onClose}>
      <p>{t.scan}</p>
      <QrCode text={app.uri} label={t.qr} />
      <p>{t.type}</p>
      <p className="app-key">
        <code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <LinkButton onClick={() => copy(app.secret)}>{t.copy}</LinkButton>
      </p>
      <Field
        name="code"
        label={t.code}
        problem={state.refusal?.fields?.code}
        input={{ type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' }}
      />
    </FormDialog>
  )
}

/** A QR code as one path; the quiet zone around it is four modules. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
