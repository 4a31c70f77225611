import { ApiError, type Endpoint } from '#contract/request.ts'
import { studioTexts } from '#i18n/studio/shell/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { saveCsv } from '#stores/studio/save-csv.ts'
import { showToast } from '#stores/toasts.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { useAction } from './use-action.ts'

interface ExportButtonProps<Params> {
  /** Answers CSV; may need a recent proof. */
  endpoint: Endpoint<Params, Blob>
  params: Params
  /** Name of the file, without its extension. */
  name: string
  label: string
  /** Shown when it is saved. */
  done?: string
}

/** Saves a list as a file. */
export function ExportButton<Params>({ endpoint, params, name, label, done }: ExportButtonProps<Params>) {
  const isClosedDialog = (error: unknown) => error instanceof ApiError && error.status === 403
  const { busy, run } = useAction((error) => (isClosedDialog(error) ? '' : studioTexts(pageLocale()).failed))
  async function save() {
    await saveCsv(endpoint, params, name)
    if (done) showToast({ kind: 'success', text: done })
  }
  return (
    <QuietButton aria-disabled={busy} onClick={() => run(save)}>
      {label}
    </QuietButton>
  )
}
