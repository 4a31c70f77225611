import { renewRecoveryCodes } from '#contract/accounts/factor-calls.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { copyText } from '#stores/copy-text.ts'
import { saveBlob } from '#stores/download/save-file.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { FormDialog } from '../account/FormDialog.tsx'
import { QuietButton } from '../auth/buttons.tsx'
import { useForm } from '../auth/use-form.ts'
import type { AddDialogProps } from './use-begun.ts'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  siteName: string
  onClose: () => void
}

/** Shows new recovery codes, once: to copy, to download, to print. */
export function RecoveryCodesDialog({ codes, siteName, onClose }: RecoveryCodesDialogProps) {
  const t = factorTexts(pageLocale()).codes

  async function copy() {
    const copied = await copyText(codes.join('\n'))
    showToast(copied ? { kind: 'success', text: t.copied } : { kind: 'info', text: t.copyFailed })
  }

  function save() {
    const text = `${t.heading(siteName)}\n\n${codes.join('\n')}\n`
    saveBlob(new Blob([text], { type: 'text/plain' }), downloadName(siteName, t.fileName))
  }

  return (
    <AccountDialog title={t.title} onClose={onClose} stays>
      <p>{t.lead}</p>
      <div className="recovery-codes">
        <p className="recovery-codes-site">{t.heading(siteName)}</p>
        <ol>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="panel-actions">
        <QuietButton onClick={copy}>{t.copy}</QuietButton>
        <QuietButton onClick={save}>{t.download}</QuietButton>
        <QuietButton onClick={() => print()}>{t.print}</QuietButton>
      </div>
      <button type="button" className="button submit" onClick={onClose}>
        {t.done}
      </button>
    </AccountDialog>
  )
}

export function RenewCodesDialog({ onAdded, onClose }: AddDialogProps) {
  const t = factorTexts(pageLocale()).codes
  const state = useForm(async (_, signal) => {
    onAdded(await requestWithProof(renewRecoveryCodes, undefined, { signal }))
    return undefined
  })
  const buttons = { submit: t.renew, busy: t.renewing }
  return (
    <FormDialog title={t.renewTitle} state={state} texts={buttons} onClose={onClose}>
      <p>{t.renewLead}</p>
    </FormDialog>
  )
}
