import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { MAX_KEY_LABEL, MAX_KEYS_AT_ONCE, type TesterKeyLine } from '#contract/studio/members/testers.ts'
import { makeTesterKeys } from '#contract/studio/members/testers-calls.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { type TestersTexts, testersTexts } from '#i18n/studio/testers/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { copyLink } from '#stores/copy-text.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { LinkButton } from '../../auth/buttons.tsx'
import { Field } from '../../auth/Field.tsx'
import { SubmitButton } from '../../auth/SubmitButton.tsx'
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

  const copy = (language: Locale) =>
    copyLink(new URL(localePath(language, `/promo-signup?k=${line.key}`), location.origin).href, t)

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
    <LinkButton aria-label={label} onClick={act}>
      {name}
    </LinkButton>
  )
}

/** Makes keys with a label. The server needs a recent proof. */
export function MakeKeys({ onMade }: { onMade: () => void }) {
  const t = testersTexts(pageLocale())
  const [label, setLabel] = useState('')
  const [count, setCount] = useState('1')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function make(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = problemOf(label, count, t)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await requestWithProof(makeTesterKeys, { label: label.trim(), count: Number(count) })
      showToast({ kind: 'success', text: t.made(Number(count)) })
      setLabel('')
      setCount('1')
      onMade()
    } catch (error) {
      console.warn('Keys could not be made', error)
      if (!(error instanceof ApiError && error.status === 403)) setProblem(t.failed)
    }
    setBusy(false)
  }

  return (
    <form className="tester-make" onSubmit={make} noValidate>
      <Field
        name="label"
        label={t.label}
        hint={t.labelHint}
        problem={undefined}
        input={{
          value: label,
          maxLength: MAX_KEY_LABEL,
          autoComplete: 'off',
          onChange: ({ target }) => setLabel(target.value),
        }}
      />
      <Field
        name="count"
        label={t.count}
        problem={undefined}
        input={{
          value: count,
          type: 'number',
          inputMode: 'numeric',
          min: 1,
          max: MAX_KEYS_AT_ONCE,
          onChange: ({ target }) => setCount(target.value),
        }}
      />
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <SubmitButton busy={busy} texts={{ submit: t.make, busy: t.busy }} />
    </form>
  )
}

function problemOf(label: string, count: string, t: TestersTexts): string {
  if (label.trim() === '') return t.problems.labelMissing ?? ''
  const number = Number(count)
  return Number.isInteger(number) && number >= 1 && number <= MAX_KEYS_AT_ONCE ? '' : t.badCount
}
