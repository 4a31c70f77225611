import { useState } from 'react'
import type { FactorList } from '#contract/accounts/factors.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { Panel } from '../account/Panel.tsx'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { mayUsePasskeys } from '../proof/passkeys.ts'
import type { Open } from './FactorDialog.tsx'

const FactorDialog = lateDialog(async () => (await import('./FactorDialog.tsx')).FactorDialog)

export interface FactorsPanelProps {
  factors: FactorList
  /** Changes also sign other devices out. */
  onChanged: () => void
  siteName: string
}

export function FactorsPanel({ factors, onChanged, siteName }: FactorsPanelProps) {
  const t = factorTexts(pageLocale()).panel
  const [open, setOpen] = useState<Open>()

  function addPasskey() {
    if (mayUsePasskeys()) setOpen({ dialog: 'addPasskey' })
    else showToast({ kind: 'error', text: t.unsupported })
  }

  return (
    <Panel title={t.title} id="two-step">
      <p className="panel-note">{t.lead}</p>
      <FactorRows factors={factors} onOpen={setOpen} />
      <div className="panel-actions">
        <QuietButton aria-haspopup="dialog" onClick={addPasskey}>
          {t.addPasskey}
        </QuietButton>
        {!factors.app && (
          <QuietButton aria-haspopup="dialog" onClick={() => setOpen({ dialog: 'addApp' })}>
            {t.addApp}
          </QuietButton>
        )}
      </div>
      {open && (
        <FactorDialog
          open={open}
          siteName={siteName}
          onOpen={setOpen}
          onChanged={onChanged}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

function FactorRows({ factors, onOpen }: { factors: FactorList; onOpen: (open: Open) => void }) {
  const t = factorTexts(pageLocale()).panel
  const { passkeys, app, recovery_codes } = factors
  const isLast = passkeys.length + (app ? 1 : 0) === 1
  if (passkeys.length === 0 && !app) return null
  return (
    <ul className="rows set-rows">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <RowText name={passkey.name} fact={datesText(passkey)} />
          <div className="row-actions">
            <RowButton
              label={t.renameOf(passkey.name)}
              text={t.rename}
              onClick={() => onOpen({ dialog: 'rename', passkey })}
            />
            <RowButton
              label={t.removeOf(passkey.name)}
              text={t.remove}
              onClick={() => onOpen({ dialog: 'remove', passkey, isLast })}
            />
          </div>
        </li>
      ))}
      {app && (
        <li>
          <RowText name={t.app} fact={datesText(app)} />
          <div className="row-actions">
            <RowButton
              label={t.removeOf(t.app)}
              text={t.remove}
              onClick={() => onOpen({ dialog: 'remove', isLast })}
            />
          </div>
        </li>
      )}
      <li>
        <RowText name={t.codes} fact={t.codesLeft(recovery_codes)} />
        <div className="row-actions">
          <RowButton text={t.newCodes} onClick={() => onOpen({ dialog: 'renew' })} />
        </div>
      </li>
    </ul>
  )
}

function RowText({ name, fact }: { name: string; fact: string }) {
  return (
    <div className="row-text">
      <strong>{name}</strong>
      <span className="panel-note">{fact}</span>
    </div>
  )
}

function RowButton({ label, text, onClick }: { label?: string; text: string; onClick: () => void }) {
  return (
    <LinkButton aria-haspopup="dialog" {...(label && { 'aria-label': label })} onClick={onClick}>
      {text}
    </LinkButton>
  )
}

function datesText({ created, last_used }: { created: string; last_used: string | null }): string {
  const locale = pageLocale()
  const t = factorTexts(locale).panel
  const added = t.added(dateText(locale, created))
  return last_used ? `${added}${t.between}${t.used(dateText(locale, last_used))}` : added
}
