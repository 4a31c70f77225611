import { useState } from 'react'
import type { ImportPlan } from '#contract/studio/clips/sheets.ts'
import { leftOutLines } from '#i18n/studio/sheets/sheet-lines.ts'
import { sheetsTexts } from '#i18n/studio/sheets/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'

interface ImportPlanViewProps {
  plan: ImportPlan
  onApply: () => Promise<void>
  onOther: () => void
}

/** What an import leaves out of a sheet. */
export type LeftOutOfSheet = Parameters<typeof leftOutLines>[0]

export function LeftOut({ plan }: { plan: LeftOutOfSheet }) {
  const lines = leftOutLines(plan, pageLocale())
  if (lines.length === 0) return null
  return (
    <section className="panel">
      <h2>{sheetsTexts(pageLocale()).problems}</h2>
      <ul className="import-problems">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** A sheet's changes, by row and column. */
export function ImportPlanView({ plan, onApply, onOther }: ImportPlanViewProps) {
  const t = sheetsTexts(pageLocale())
  const [busy, setBusy] = useState(false)
  const { format, changed, same, wrong, changes } = plan
  async function apply() {
    if (busy) return
    setBusy(true)
    await onApply()
    setBusy(false)
  }
  return (
    <>
      <section className="panel">
        {format && <h2>{t.formats[format]}</h2>}
        <p>{t.counts(changed, same, wrong)}</p>
        {changed === 0 && <p className="panel-note">{t.nothing}</p>}
        <div className="panel-actions">
          {changed > 0 && (
            <Button aria-disabled={busy} onClick={apply}>
              {busy ? t.applying : t.apply(changed)}
            </Button>
          )}
          <QuietButton onClick={onOther}>{t.other}</QuietButton>
        </div>
      </section>
      <LeftOut plan={plan} />
      {changes.length > 0 && (
        <section className="panel">
          <h2 id="import-changes">{t.changes}</h2>
          {changed > changes.length && <p className="panel-note">{t.first(changes.length)}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too */}
          <section className="import-table" tabIndex={0} aria-labelledby="import-changes">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.row}</th>
                  <th scope="col">{t.clip}</th>
                  <th scope="col">{t.column}</th>
                  <th scope="col">{t.before}</th>
                  <th scope="col">{t.after}</th>
                </tr>
              </thead>
              <tbody>
                {changes.flatMap(({ row, clip, title, changes: cells }) =>
                  cells.map(({ column, before, after }, at) => (
                    <tr key={`${row} ${column}`} data-first={at === 0 || undefined}>
                      <td>{at === 0 && row}</td>
                      <th scope="row">
                        {at === 0 && <a href={localizedLink(`/studio/clip/${clip}`)}>{title || clip}</a>}
                      </th>
                      <td>
                        <code>{column}</code>
                      </td>
                      <td>{before ? <del>{before}</del> : <i>{t.empty}</i>}</td>
                      <td>{after ? <ins>{after}</ins> : <i>{t.empty}</i>}</td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </section>
        </section>
      )}
    </>
  )
}
