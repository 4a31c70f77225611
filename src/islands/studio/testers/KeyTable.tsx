import type { TesterKeyLine } from '#contract/studio/testers.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { testersTexts } from '#i18n/studio/testers-texts.ts'
import { copyText } from '#stores/copy-text.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { FigureTable } from '../FigureTable.tsx'

interface KeyTableProps {
  keys: readonly TesterKeyLine[]
  onRevoke: (line: TesterKeyLine) => void
}

/** The keys in use, newest first; revoked ones can be unfolded. */
export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const t = testersTexts(pageLocale())
  const inUse = keys.filter(({ revoked_at }) => revoked_at === null)
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null)
  return (
    <>
      {inUse.length === 0 && <p className="panel-note">{t.noKeys}</p>}
      {inUse.length > 0 && <Table keys={inUse} onRevoke={onRevoke} />}
      {revoked.length > 0 && (
        <details className="tester-revoked">
          <summary>{t.revokedKeys(revoked.length)}</summary>
          <Table keys={revoked} onRevoke={onRevoke} />
        </details>
      )}
    </>
  )
}

function Table({ keys, onRevoke }: KeyTableProps) {
  const t = testersTexts(pageLocale())
  return (
    <FigureTable label={t.keys} head={[t.label, t.key, t.used, t.created, t.actions]}>
      {keys.map((line) => (
        <Row key={line.id} line={line} onRevoke={onRevoke} />
      ))}
    </FigureTable>
  )
}

function Row({ line, onRevoke }: { line: TesterKeyLine; onRevoke: KeyTableProps['onRevoke'] }) {
  const locale = pageLocale()
  const t = testersTexts(locale)
  const label = line.label || t.unlabelled

  async function copy(language: Locale) {
    const link = new URL(localePath(language, `/promo-signup?k=${line.key}`), location.origin).href
    const copied = await copyText(link)
    showToast(
      copied ? { kind: 'success', text: t.copied } : { kind: 'info', title: t.copyFailed, text: link },
    )
  }

  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-label={t.key}>
        <code>{line.key}</code>
      </td>
      <td data-label={t.used}>{t.usedBy(line.testers)}</td>
      <td data-label={t.created}>{dateText(locale, line.created)}</td>
      <td data-label={t.actions}>
        {line.revoked_at ? (
          t.revokedOn(dateText(locale, line.revoked_at))
        ) : (
          <div className="studio-actions">
            <Action name={t.copy} label={t.copyOf(label)} act={() => void copy('en')} />
            <Action name={t.copyJa} label={t.copyJaOf(label)} act={() => void copy('ja')} />
            <Action name={t.revoke} label={t.revokeOf(label)} act={() => onRevoke(line)} />
          </div>
        )}
      </td>
    </tr>
  )
}

function Action({ name, label, act }: { name: string; label: string; act: () => void }) {
  return (
    <button type="button" className="link-button" aria-label={label} onClick={act}>
      {name}
    </button>
  )
}
