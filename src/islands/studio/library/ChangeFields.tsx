import { type Dispatch, type SetStateAction, useId } from 'react'
import type { LibraryChoices } from '#contract/studio/clips/library.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { timeZoneText } from '#domain/dates/date-text.ts'
import { instantOf } from '#domain/dates/time-zone.ts'
import { keywordsIn } from '#domain/studio/clip/keywords.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import { TRASH_DAYS } from '#domain/studio/library/trash.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { shopZone } from '#stores/studio/studio-settings.ts'
import { Options } from '../../auth/Options.tsx'
/** The input of the dialog. */
export interface Draft {
  how: 'add' | 'remove' | 'replace'
  language: 'en' | 'ja'
  /** Keywords, category, licence, creator or time, as typed. */
  value: string
}

/** The change of a draft; undefined while it is incomplete. */
export function changeOf(kind: BulkChange['kind'], { how, language, value }: Draft): BulkChange | undefined {
  const text = value.trim()
  switch (kind) {
    case 'keywords': {
      const keywords = keywordsIn(value)
      return keywords.length > 0 || how === 'replace' ? { kind, how, language, keywords } : undefined
    }
    case 'category':
      return text ? { kind, category: text } : undefined
    case 'license_type':
      return text ? { kind, license_type: text as 'commercial' | 'editorial' } : undefined
    case 'license':
      return text ? { kind, license: text } : undefined
    case 'creator':
      return text ? { kind, user_name: text } : undefined
    case 'ai':
      return text ? { kind, ai: text === 'yes' ? 1 : 0 } : undefined
    case 'schedule': {
      const at = value ? instantOf(shopZone(), value) : new Date(0)
      return at.getTime() > Date.now() ? { kind, at: at.toISOString() } : undefined
    }
    default:
      return { kind }
  }
}

interface ChangeFieldsProps {
  kind: BulkChange['kind']
  draft: Draft
  setDraft: Dispatch<SetStateAction<Draft>>
  choices: LibraryChoices | undefined
}

/** The fields of one kind of change; some have none. */
export function ChangeFields({ kind, draft, setDraft, choices }: ChangeFieldsProps) {
  const locale = pageLocale()
  const t = libraryTexts(locale)
  const id = useId()
  const set = (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values }))
  const select = (label: string, options: readonly (readonly [string, string])[]) => (
    <label className="library-field" htmlFor={id}>
      <span>{label}</span>
      <select id={id} value={draft.value} onChange={(event) => set({ value: event.target.value })}>
        <option value="" />
        <Options of={options} />
      </select>
    </label>
  )
  const input = (label: string, type: 'text' | 'datetime-local') => (
    <label className="library-field" htmlFor={id}>
      <span>{label}</span>
      <input
        id={id}
        type={type}
        maxLength={200}
        value={draft.value}
        onChange={(event) => set({ value: event.target.value })}
      />
    </label>
  )
  switch (kind) {
    case 'keywords':
      return (
        <>
          <div className="library-field-row">
            <Radios
              name="how"
              legend={t.how}
              texts={t.hows}
              value={draft.how}
              onChange={(how) => set({ how })}
            />
            <Radios
              name="language"
              legend={t.language}
              texts={t.languages}
              value={draft.language}
              onChange={(language) => set({ language })}
            />
          </div>
          <label className="library-field" htmlFor={id}>
            <span>{t.keywords}</span>
            <textarea
              id={id}
              rows={2}
              lang={draft.language}
              aria-describedby={`${id}-hint`}
              value={draft.value}
              onChange={(event) => set({ value: event.target.value })}
            />
          </label>
          <p className="panel-note" id={`${id}-hint`}>
            {t.keywordsHint}
          </p>
        </>
      )
    case 'category':
      return select(
        t.filters.category.name,
        (choices?.categories ?? []).map(({ key, label, label_ja }) => [
          key,
          locale === 'ja' ? label_ja : label,
        ]),
      )
    case 'license_type':
      return select(
        t.filters.license_type.name,
        LICENSE_TYPES.map((type) => [type, t.filters.license_type.values[type]]),
      )
    case 'license':
      return input(t.licenseText, 'text')
    case 'creator':
      return input(t.filters.creator.name, 'text')
    case 'ai':
      return select(t.filters.ai.name, [
        ['yes', t.filters.ai.values.yes],
        ['no', t.filters.ai.values.no],
      ])
    case 'schedule':
      return input(t.at(timeZoneText(pageLocale(), shopZone())), 'datetime-local')
    case 'trash':
      return <p>{t.trashLead(TRASH_DAYS)}</p>
    case 'delete':
      return <p>{t.deleteLead}</p>
    default:
      return null
  }
}

interface RadiosProps<Value extends string> {
  name: string
  legend: string
  texts: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}

function Radios<Value extends string>({ name, legend, texts, value, onChange }: RadiosProps<Value>) {
  return (
    <fieldset className="library-radios">
      <legend>{legend}</legend>
      {(Object.entries(texts) as [Value, string][]).map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
