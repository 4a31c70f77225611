import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { LibraryChoices, LibraryCount, LibraryCounts } from '#contract/studio/library.ts'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { DURATION_RANGES, ORIENTATIONS } from '#domain/clips/search-filters.ts'
import { MISSING } from '#domain/studio/library-filters.ts'
import { libraryTexts } from '#i18n/studio/library-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { Listed } from './use-address.ts'

interface FiltersProps {
  listed: Listed
  change: (values: Partial<Listed>, options?: { isTyping?: boolean }) => void
  counts: LibraryCounts | undefined
  choices: LibraryChoices | undefined
  search: RefObject<HTMLInputElement | null>
}

const TYPING_MS = 250

/** The search box, states with their counts, the other filters, and the active ones. */
export const Filters = memo(function Filters({ listed, change, counts, choices, search }: FiltersProps) {
  const t = libraryTexts(pageLocale())
  return (
    <div className="library-filters">
      <SearchBox
        q={listed.q ?? ''}
        search={search}
        onSearch={(q) => change({ q: q || undefined, sort: undefined, order: undefined }, { isTyping: true })}
      />
      <fieldset className="library-states">
        <legend className="visually-hidden">{t.states}</legend>
        {[undefined, ...LIBRARY_STATES].map((state) => (
          <button
            type="button"
            key={state ?? 'all'}
            aria-pressed={listed.state === state}
            onClick={() => change({ state })}
          >
            {state ? t.stateTabs[state] : t.all}
            {counts && <span className="count">{countText(state ? counts[state] : sumOf(counts))}</span>}
          </button>
        ))}
      </fieldset>
      <MoreFilters listed={listed} change={change} choices={choices} />
      <Chips listed={listed} change={change} choices={choices} />
    </div>
  )
})

function SearchBox({
  q,
  search,
  onSearch,
}: {
  q: string
  search: RefObject<HTMLInputElement | null>
  onSearch: (q: string) => void
}) {
  const t = libraryTexts(pageLocale())
  const [text, setText] = useState(q)
  const timer = useRef(0)
  const typed = useRef(q)
  useEffect(() => {
    if (q !== typed.current) setText(q)
    typed.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (value: string) => {
    clearTimeout(timer.current)
    typed.current = value.trim()
    onSearch(value.trim())
  }
  return (
    <search>
      <form
        className="library-search"
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        <input
          ref={search}
          type="search"
          maxLength={200}
          aria-label={t.search}
          placeholder={t.searchHint}
          value={text}
          onChange={(event) => {
            const { value } = event.target
            setText(value)
            clearTimeout(timer.current)
            // An unfinished word in an input method is not searched.
            if (!(event.nativeEvent as InputEvent).isComposing)
              timer.current = window.setTimeout(() => send(value), TYPING_MS)
          }}
          onCompositionEnd={() => {
            timer.current = window.setTimeout(() => send(search.current?.value ?? ''), TYPING_MS)
          }}
        />
      </form>
    </search>
  )
}

function MoreFilters({ listed, change, choices }: Pick<FiltersProps, 'listed' | 'change' | 'choices'>) {
  const t = libraryTexts(pageLocale())
  const creators = useId()
  const locale = pageLocale()
  const range = DURATION_RANGES.find(({ duration_from }) => duration_from === listed.duration_from)?.value
  return (
    <details className="library-more">
      <summary>{t.more}</summary>
      <div className="library-fields">
        <Choice
          label={t.missing}
          value={listed.missing}
          options={MISSING.map((what) => [what, t.missingOf[what]])}
          onChange={(missing) => change({ missing: missing as Listed['missing'] })}
        />
        <Choice
          label={t.category}
          value={listed.category}
          options={(choices?.categories ?? []).map(({ key, label, label_ja }) => [
            key,
            locale === 'ja' ? label_ja : label,
          ])}
          onChange={(category) => change({ category })}
        />
        <Choice
          label={t.licenseType}
          value={listed.license_type}
          options={LICENSE_TYPES.map((type) => [type, t.licenseTypes[type]])}
          onChange={(type) => change({ license_type: type as Listed['license_type'] })}
        />
        <Choice
          label={t.ai}
          value={listed.ai}
          options={[
            ['yes', t.aiOf.yes],
            ['no', t.aiOf.no],
          ]}
          onChange={(ai) => change({ ai: ai as Listed['ai'] })}
        />
        <Choice
          label={t.orientation}
          value={listed.orientation}
          options={ORIENTATIONS.map((shape) => [shape, t.orientations[shape]])}
          onChange={(shape) => change({ orientation: shape as Listed['orientation'] })}
        />
        <Choice
          label={t.duration}
          value={range}
          options={DURATION_RANGES.map(({ value }) => [value, t.durations[value]!])}
          onChange={(value) => {
            const { duration_from, duration_to } = DURATION_RANGES.find((one) => one.value === value) ?? {}
            change({ duration_from, duration_to })
          }}
        />
        <label>
          <span>{t.creator}</span>
          <input
            list={creators}
            key={listed.creator}
            defaultValue={listed.creator}
            onBlur={(event) => {
              const creator = event.target.value.trim() || undefined
              if (creator !== listed.creator) change({ creator })
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
          <datalist id={creators}>
            {choices?.creators.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        {DAYS.map((name) => (
          <label key={name}>
            <span>{t[DAY_LABELS[name]]}</span>
            <input
              type="date"
              value={listed[name] ?? ''}
              onChange={(event) => change({ [name]: event.target.value || undefined })}
            />
          </label>
        ))}
      </div>
    </details>
  )
}

const DAYS = ['added_from', 'added_to', 'updated_from', 'updated_to'] as const
const DAY_LABELS = {
  added_from: 'addedFrom',
  added_to: 'addedTo',
  updated_from: 'updatedFrom',
  updated_to: 'updatedTo',
} as const

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string | undefined) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const t = libraryTexts(pageLocale())
  return (
    <label>
      <span>{label}</span>
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{t.any}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The active filters, each with a remove button. */
function Chips({ listed, change, choices }: Pick<FiltersProps, 'listed' | 'change' | 'choices'>) {
  const t = libraryTexts(pageLocale())
  const chips = chipsOf(listed, choices)
  if (chips.length === 0) return null
  return (
    <div className="pills library-chips">
      {chips.map(({ name, text, without }) => (
        <button
          type="button"
          className="pill"
          key={name}
          aria-label={t.removeFilter(text)}
          onClick={() => change(without)}
        >
          {text} <span aria-hidden="true">×</span>
        </button>
      ))}
      <button
        type="button"
        className="pill pill-clear"
        onClick={() => change(Object.assign({}, ...chips.map(({ without }) => without)))}
      >
        {t.clearFilters}
      </button>
    </div>
  )
}

function chipsOf(listed: Listed, choices: LibraryChoices | undefined) {
  const locale = pageLocale()
  const t = libraryTexts(locale)
  const category = choices?.categories.find(({ key }) => key === listed.category)
  const range = DURATION_RANGES.find(({ duration_from }) => duration_from === listed.duration_from)?.value
  const chips: { name: string; text: string | undefined; without: Partial<Listed> }[] = [
    {
      name: 'missing',
      text: listed.missing && t.lacks(t.missingOf[listed.missing]),
      without: { missing: undefined },
    },
    {
      name: 'category',
      text: listed.category && ((locale === 'ja' ? category?.label_ja : category?.label) ?? listed.category),
      without: { category: undefined },
    },
    {
      name: 'license',
      text: listed.license_type && t.licenseTypes[listed.license_type],
      without: { license_type: undefined },
    },
    { name: 'ai', text: listed.ai && `${t.ai}: ${t.aiOf[listed.ai]}`, without: { ai: undefined } },
    {
      name: 'shape',
      text: listed.orientation && t.orientations[listed.orientation],
      without: { orientation: undefined },
    },
    {
      name: 'length',
      text: range && t.durations[range],
      without: { duration_from: undefined, duration_to: undefined },
    },
    { name: 'creator', text: listed.creator, without: { creator: undefined } },
    ...DAYS.map((name) => ({
      name,
      text: listed[name] && `${t[DAY_LABELS[name]]} ${listed[name]}`,
      without: { [name]: undefined },
    })),
  ]
  return chips.flatMap(({ text, ...chip }) => (text ? [{ ...chip, text }] : []))
}

function sumOf({ draft, published, hidden }: LibraryCounts): LibraryCount {
  const all = [draft, published, hidden]
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    at_least: all.some(({ at_least }) => at_least),
  }
}

/** "10,000+"; empty if unknown. */
export function countText({ count, at_least }: LibraryCount): string {
  if (at_least && count === 0) return ''
  return `${count.toLocaleString(pageLocale())}${at_least ? '+' : ''}`
}
