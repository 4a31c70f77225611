import { useState } from 'react'
import { myData } from '#contract/accounts/account-calls.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useAction } from '../studio/use-action.ts'
import { lateDialog } from './late-dialog.tsx'
import { Panel } from './Panel.tsx'

const DeleteDialog = lateDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

export function DataPanel({ siteName, onDeleted }: { siteName: string; onDeleted: () => void }) {
  const t = memberTexts(pageLocale()).data
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction((error) => t.exportFailed(reasonOf(error, authTexts(pageLocale()))))

  async function exportData() {
    const [data, { saveAs }] = await Promise.all([requestAs(myData, undefined), import('file-saver')])
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveAs(file, downloadName(siteName, 'my_data.json'))
  }

  return (
    <Panel title={t.title}>
      <p className="panel-note">{t.exportLead}</p>
      <div className="panel-actions">
        <QuietButton aria-disabled={busy} onClick={() => run(exportData)}>
          {t.export}
        </QuietButton>
      </div>
      <hr />
      <p className="panel-note">{t.deleteLead}</p>
      <div className="panel-actions">
        <button
          type="button"
          className="button button-danger"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {t.delete}
        </button>
      </div>
      {asking && <DeleteDialog onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </Panel>
  )
}
