import { useState } from 'react'
import { keyList } from '#contract/accounts/key-calls.ts'
import type { Key } from '#contract/accounts/keys.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { MOST_KEYS } from '#domain/people/key-scopes.ts'
import { keyTexts } from '#i18n/key/texts.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { Panel } from '../account/Panel.tsx'
import { Waiting } from '../account/Waiting.tsx'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { useLoaded } from '../loading/use-loaded.ts'

const MakeKeyDialog = lateDialog(async () => (await import('./KeyDialogs.tsx')).MakeKeyDialog)
const RevokeKeyDialog = lateDialog(async () => (await import('./KeyDialogs.tsx')).RevokeKeyDialog)

export function KeysPanel({ auth }: { auth: AuthRecord }) {
  const t = keyTexts(pageLocale())
  const { data, status, reload } = useLoaded((signal) => requestAs(keyList, undefined, { signal }))
  const [open, setOpen] = useState<'make' | Key>()
  const working = data?.keys.filter((key) => !isOver(key)).length ?? 0

  function close() {
    setOpen(undefined)
    void reload()
  }

  return (
    <Panel title={t.title} id="keys">
      <p className="panel-note">{t.lead}</p>
      {data ? (
        <KeyRows keys={data.keys} onRevoke={setOpen} />
      ) : (
        <Waiting failed={status === 'failed'} reload={reload} />
      )}
      {working >= MOST_KEYS && <p className="panel-note">{t.full}</p>}
      <div className="panel-actions">
        <QuietButton
          aria-haspopup="dialog"
          disabled={!data || working >= MOST_KEYS}
          onClick={() => setOpen('make')}
        >
          {t.make}
        </QuietButton>
      </div>
      {open === 'make' && <MakeKeyDialog role={auth.role} onClose={close} />}
      {open && open !== 'make' && <RevokeKeyDialog of={open} onClose={close} />}
    </Panel>
  )
}

function KeyRows({ keys, onRevoke }: { keys: readonly Key[]; onRevoke: (key: Key) => void }) {
  const t = keyTexts(pageLocale())
  if (keys.length === 0) return null
  return (
    <ul className="rows">
      {keys.map((key) => (
        <li key={key.id}>
          <div className="row-text">
            <strong>{key.name}</strong>
            <span className="panel-note">{factsOf(key)}</span>
          </div>
          <LinkButton aria-haspopup="dialog" aria-label={t.revokeOf(key.name)} onClick={() => onRevoke(key)}>
            {t.revoke}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

const isOver = ({ expires_at }: Key) => expires_at !== null && Date.parse(expires_at) <= Date.now()

function factsOf(key: Key): string {
  const locale = pageLocale()
  const t = keyTexts(locale)
  const { created, expires_at, last_used, scopes } = key
  const end = isOver(key) ? t.expired : expires_at && t.until(dateText(locale, expires_at))
  const use = last_used ? t.used(dateTimeText(locale, last_used)) : t.unused
  return [scopes.join(', '), t.made(dateText(locale, created)), end, use].filter(Boolean).join(t.between)
}
