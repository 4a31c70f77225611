import { useState } from 'react'
import { studioTexts } from '#i18n/studio/shell-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { downloadCsv } from '#stores/studio/download-csv.ts'
import { showToast } from '#stores/toasts.ts'

/** Saves a list as a file. @param path of the list as CSV @param name of the file, without its extension */
export function CsvButton({ path, name, label }: { path: string; name: string; label: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    if (busy) return
    setBusy(true)
    try {
      await downloadCsv(path, `${name}.csv`)
    } catch (error) {
      console.warn('A list could not be saved', error)
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
