import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { LibraryChoices, LibraryCount, LibraryCounts } from '#contract/studio/clips/library.ts'
import { choosing, chosenIn } from '#domain/search/filter-query.ts'
import { LIBRARY_FILTERS, LISTED_STATES, type LibraryMenus } from '#domain/studio/library/library-filters.ts'
import { chosenText, menuValues } from '#i18n/filter-texts.ts'
import { libraryTexts } from '#i18n/studio/library/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { Options } from '../../auth/Options.tsx'
import type { Listed } from './use-library-filters.ts'

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
    <div className="stack-3">
      <SearchBox
        q={listed.q ?? ''}
        search={search}
        onSearch={(q) => change({ q: q || undefined, sort: undefined, order: undefined }, { isTyping: true })}
      />
      <fieldset className="row library-states">
        <legend className="visually-hidden">{t.states}</legend>
        {[undefined, ...LISTED_STATES].map((state) => (
          <button
            type="button"
            className="pill-button"
            key={state ?? 'all'}
            aria-pressed={listed.state === state}
            onClick={() => change({ state, sort: undefined, order: undefined })}
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
  const id = useId()
  return (
    <details className="library-more">
      <summary>{t.more}</summary>
      <div className="library-fields card">
        {menusOf(listed, choices).map(({ name, filter, label, values }) => (
          <label key={name}>
            <span>{label}</span>
            <select
              value={chosenIn(listed, name, filter) ?? ''}
              onChange={(event) => change(choosing(name, filter, event.target.value || undefined))}
            >
              <option value="">{t.any}</option>
              <Options of={values.map((each) => [each.value, each.label])} />
            </select>
          </label>
        ))}
        {NAMES.map((name) => (
          <label key={name}>
            <span>{t.filters[name].name}</span>
            <input
              list={`${id}-${name}`}
              key={listed[name]}
              defaultValue={listed[name]}
              onBlur={(event) => {
                const value = event.target.value.trim() || undefined
                if (value !== listed[name]) change({ [name]: value })
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
            <datalist id={`${id}-${name}`}>
              {choices?.[`${name}s`].map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          </label>
        ))}
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

/** Typed, or chosen from those that exist. */
const NAMES = ['creator', 'folder'] as const
const DAYS = ['added_from', 'added_to', 'updated_from', 'updated_to'] as const
const DAY_LABELS = {
  added_from: 'addedFrom',
  added_to: 'addedTo',
  updated_from: 'updatedFrom',
  updated_to: 'updatedTo',
} as const

/** The filters with menus, in order, and what is chosen in them. */
function menusOf(listed: Listed, choices: LibraryChoices | undefined) {
  const locale = pageLocale()
  const { state: _, ...filters } = LIBRARY_FILTERS
  const categories = (choices?.categories ?? []).map(({ key, label, label_ja }) => ({
    value: key,
    label: locale === 'ja' ? label_ja : label,
  }))
  return Object.entries(filters).flatMap(([name, filter]) => {
    if (filter.kind === 'text' || filter.kind === 'days') return []
    const texts = libraryTexts(locale).filters[name as keyof LibraryMenus]
    const values = menuValues(filter, texts, categories)
    const chosen = chosenText(listed, name, { filter, texts, values }) ?? chosenIn(listed, name, filter)
    return [{ name, filter, label: texts.name, values, chosen }]
  })
}

/** The active filters, each with a remove button. */
function Chips({ listed, change, choices }: Pick<FiltersProps, 'listed' | 'change' | 'choices'>) {
  const t = libraryTexts(pageLocale())
  const chips = chipsOf(listed, choices)
  if (chips.length === 0) return null
  return (
    <div className="pills">
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
  const t = libraryTexts(pageLocale())
  const chips: { name: string; text: string | undefined; without: Partial<Listed> }[] = [
    ...menusOf(listed, choices).map(({ name, filter, label, chosen }) => ({
      name,
      text: chosen && (name === 'missing' ? t.lacks(chosen) : name === 'ai' ? `${label}: ${chosen}` : chosen),
      without: choosing(name, filter),
    })),
    ...NAMES.map((name) => ({ name, text: listed[name], without: { [name]: undefined } })),
    ...DAYS.map((name) => ({
      name,
      text: listed[name] && `${t[DAY_LABELS[name]]} ${listed[name]}`,
      without: { [name]: undefined },
    })),
  ]
  return chips.flatMap(({ text, ...chip }) => (text ? [{ ...chip, text }] : []))
}

export function sumOf({ draft, published, hidden }: LibraryCounts): LibraryCount {
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
