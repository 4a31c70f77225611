import { useState } from 'react'
import { ApiError, type Endpoint } from '#contract/request.ts'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { saveBlob } from '#stores/download/save-file.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

/** A million rows take half a minute. */
const LONGEST_MS = 10 * 60_000

interface ExportButtonProps<Params> {
  /** Answers CSV, logs the export, and may need a recent proof. */
  endpoint: Endpoint<Params, string>
  params: Params
  /** Name of the file, without its extension. */
  name: string
  label: string
  /** Shown when it is saved. */
  done: string
}

/** Saves a list with personal data as a file. */
export function ExportButton<Params>({ endpoint, params, name, label, done }: ExportButtonProps<Params>) {
  const [busy, setBusy] = useState(false)
  async function save() {
    if (busy) return
    setBusy(true)
    try {
      const csv = await requestWithProof(endpoint, params, { timeoutMs: LONGEST_MS })
      // Without the mark spreadsheets assume their own old encoding.
      await saveBlob(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${name}.csv`)
      showToast({ kind: 'success', text: done })
    } catch (error) {
      console.warn('A list could not be saved', error)
      // The dialog was closed.
      if (!(error instanceof ApiError && error.status === 403))
        showToast({ kind: 'error', text: studioTexts(pageLocale()).failed })
    }
    setBusy(false)
  }
  return (
    <button type="button" className="button button-quiet" aria-disabled={busy} onClick={save}>
      {label}
    </button>
  )
}
