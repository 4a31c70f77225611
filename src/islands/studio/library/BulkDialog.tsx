import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import type { BulkOperation, BulkPreview, LibraryChoices } from '#contract/studio/clips/library.ts'
import { previewBulk, startBulk } from '#contract/studio/clips/library-calls.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import type { ListedState } from '#domain/studio/library/library-filters.ts'
import type { LibraryTexts } from '#i18n/studio/library/en.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { QuietButton } from '../../auth/buttons.tsx'
import { ChangeFields, changeOf, type Draft } from './ChangeFields.tsx'
import { refusalsText } from './refusals-text.ts'
import { titleOf } from './rows.tsx'

interface BulkDialogProps {
  kind: BulkChange['kind']
  ids: readonly number[]
  choices: LibraryChoices | undefined
  onClose: () => void
  onStarted: (operation: BulkOperation) => void
}

const TYPING_MS = 300

/** Asks for a change, shows a preview, and orders it. */
export function BulkDialog({ kind, ids, choices, onClose, onStarted }: BulkDialogProps) {
  const locale = pageLocale()
  const t = libraryTexts(locale)
  const [draft, setDraft] = useState<Draft>({ how: 'add', language: locale, value: '' })
  const change = useMemo(() => changeOf(kind, draft), [kind, draft])
  const { preview, problem, setProblem } = usePreview(ids, change)
  const [busy, setBusy] = useState(false)
  const isReady = change !== undefined && preview !== undefined && preview.changed > 0

  async function apply(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !isReady) return
    setBusy(true)
    try {
      onStarted(await requestWithProof(startBulk, { ids: [...ids], change }))
    } catch (error) {
      console.warn('The clips could not be changed', error)
      setProblem(t.failed)
      setBusy(false)
    }
  }

  return (
    <AccountDialog className="library-dialog" title={t.titles[kind](ids.length)} onClose={onClose}>
      <form onSubmit={apply} noValidate>
        <ChangeFields kind={kind} draft={draft} setDraft={setDraft} choices={choices} />
        <div className="stack-3" aria-live="polite">
          {change && !preview && !problem && <p className="panel-note">{t.previewing}</p>}
          {change && preview && <Preview preview={preview} kind={kind} choices={choices} />}
        </div>
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <div className="panel-actions">
          <button
            type="submit"
            className={kind === 'delete' ? 'button button-danger' : 'button'}
            aria-disabled={busy || !isReady}
          >
            {(t.applyOf[kind] ?? t.apply)(preview?.changed ?? 0)}
          </button>
          <QuietButton onClick={onClose}>{t.cancel}</QuietButton>
        </div>
      </form>
    </AccountDialog>
  )
}

/** Fetched after a pause in typing. */
function usePreview(ids: readonly number[], change: BulkChange | undefined) {
  const t = libraryTexts(pageLocale())
  const [preview, setPreview] = useState<BulkPreview>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    setPreview(undefined)
    setProblem('')
    if (!change) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        setPreview(await requestAs(previewBulk, { ids: [...ids], change }, { signal: stop.signal }))
      } catch (error) {
        if (stop.signal.aborted) return
        console.warn('The preview failed', error)
        setProblem(t.failed)
      }
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [ids, change, t])
  return { preview, problem, setProblem }
}

interface PreviewProps {
  preview: BulkPreview
  kind: BulkChange['kind']
  choices: LibraryChoices | undefined
}

function Preview({ preview, kind, choices }: PreviewProps) {
  const t = libraryTexts(pageLocale())
  const { changed, unchanged, rows } = preview
  const refused = refusalsText(preview.refused)
  return (
    <>
      <p>
        <strong>{t.changes(changed)}</strong>
        {unchanged > 0 && `, ${t.unchanged(unchanged)}`}. {refused && t.leftAsTheyAre(refused)}
      </p>
      {rows.length > 0 && kind !== 'delete' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too
        <section className="library-preview-rows" tabIndex={0} aria-label={t.preview}>
          <table>
            <caption>{t.firstOf(rows.length)}</caption>
            <thead>
              <tr>
                <th scope="col">{t.clip}</th>
                <th scope="col">{t.before}</th>
                <th scope="col">{t.after}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{titleOf(row)}</th>
                  <td>
                    <Value kind={kind} value={row.before} other={row.after} choices={choices} />
                  </td>
                  <td>
                    {row.refused ? (
                      t.leftAsIs
                    ) : (
                      <Value kind={kind} value={row.after} other={row.before} choices={choices} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

type Shown = BulkPreview['rows'][number]['before']

/** Highlights keywords that the other side lacks. */
function Value({
  kind,
  value,
  other,
  choices,
}: { value: Shown; other: Shown } & Pick<PreviewProps, 'kind' | 'choices'>) {
  const locale = pageLocale()
  const t = libraryTexts(locale)
  if (value === null || value.length === 0) return <span className="panel-note">{t.nothing}</span>
  if (Array.isArray(value))
    return (
      <span className="library-words">
        {value.map((word) =>
          Array.isArray(other) && !other.includes(word) ? (
            <mark key={word}>{word}</mark>
          ) : (
            <span key={word}>{word}</span>
          ),
        )}
      </span>
    )
  const category = choices?.categories.find(({ key }) => key === value)
  const texts: Partial<Record<BulkChange['kind'], string | undefined>> = {
    category: locale === 'ja' ? category?.label_ja : category?.label,
    license_type: t.filters.license_type.values[value as 'commercial'],
    ai: value === '1' ? t.filters.ai.values.yes : t.filters.ai.values.no,
    ...{ publish: stateText(t, value), hide: stateText(t, value) },
    ...{ trash: stateText(t, value), restore: stateText(t, value) },
    schedule: kind === 'schedule' ? dateTimeText(locale, value, shopZone()) : undefined,
  }
  return texts[kind] ?? value
}

const stateText = ({ stateTabs }: LibraryTexts, value: string) => stateTabs[value as ListedState]
