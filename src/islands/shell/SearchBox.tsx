import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Suggestion } from '#contract/clips/search.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { openSuggestions } from '#stores/clips/suggestions.ts'
import { toastUnloaded } from '#stores/toasts.ts'
import { PictureButton, SearchButton } from './SearchButton.tsx'

export interface SearchBoxProps {
  text: string
  locale: Locale
  texts: {
    search: string
    searchLabel: string
    picture: string
    placeholder: string
    suggestions: string
    category: string
    keyword: string
    title: string
  }
}

function pathOf({ kind, text, category, source_id }: Suggestion): SitePath {
  if (kind === 'category' && category) return `/t/${category}`
  if (kind === 'title' && source_id) return `/m/${source_id}`
  return searchPath(text)
}

/**
 * The header's search: a plain form without scripts, a combobox with them (arrows choose, Enter opens, Esc closes).
 */
export function SearchBox({ text, locale, texts }: SearchBoxProps) {
  const suggestions = useMemo(openSuggestions, [])
  const found = useStore(suggestions.$found)
  const [chosen, setChosen] = useState(-1)
  const [open, setOpen] = useState(false)
  const [reading, setReading] = useState(false)
  // Uncontrolled, so that text typed before hydration stays.
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const shown = open && found.length > 0

  useEffect(() => suggestions.clear, [suggestions])

  function type(value: string) {
    setChosen(-1)
    setOpen(true)
    suggestions.ask(value)
  }

  function close() {
    setOpen(false)
    setChosen(-1)
  }

  function go() {
    const suggestion = shown ? found[chosen] : undefined
    const path = suggestion ? pathOf(suggestion) : searchPath(input.current?.value ?? '')
    location.assign(localePath(locale, path))
  }

  function findBy(file: File) {
    setReading(true)
    import('./find-by-picture.ts')
      .then(({ findByPicture }) => findByPicture(file, locale))
      .catch(toastUnloaded)
      .finally(() => setReading(false))
  }

  /** A picture that is pasted or dropped. Copied from an office program, a text comes with its picture. */
  function take(event: SyntheticEvent, { files, types }: DataTransfer) {
    if (!files[0] || types.includes('text/plain')) return
    event.preventDefault()
    findBy(files[0])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setOpen(true)
      setChosen(nextChoice(chosen, step, found.length))
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      close()
    }
  }

  return (
    <search>
      <form
        className="search-form"
        action={localePath(locale, '/s')}
        method="get"
        aria-busy={reading}
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => take(event, event.dataTransfer)}
        onPaste={(event) => take(event, event.clipboardData)}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
      >
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={text}
          placeholder={texts.placeholder}
          aria-label={texts.searchLabel}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <PictureButton label={texts.picture} onFile={findBy} />
        <SearchButton label={texts.search} />
        <div
          className="suggestions floating"
          id={listId}
          role="listbox"
          aria-label={texts.suggestions}
          hidden={!shown}
        >
          {found.map((suggestion, index) => (
            <a
              key={`${suggestion.kind}-${suggestion.text}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              href={localePath(locale, pathOf(suggestion))}
            >
              <span>{suggestion.text}</span>
              <small>{texts[suggestion.kind]}</small>
            </a>
          ))}
        </div>
      </form>
    </search>
  )
}

/** Wraps around from the box (−1) through the list. */
function nextChoice(chosen: number, step: number, count: number): number {
  const next = chosen + step
  return next < -1 ? count - 1 : next >= count ? -1 : next
}
