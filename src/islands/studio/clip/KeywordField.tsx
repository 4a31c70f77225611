import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { keywordSuggestions } from '#contract/studio/clips/editor-calls.ts'
import { KEYWORDS, keywordsIn, leftOut, withKeywords } from '#domain/studio/clip/keywords.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'

interface KeywordFieldProps {
  /** Id of the input, for its label; `${id}-missing` says whether there are none. */
  id: string
  locale: 'en' | 'ja'
  words: readonly string[]
  onChange: (words: string[]) => void
}

const ENDS_A_WORD = /[,，、;；\n]/

/** Keywords as chips, with an input that suggests more. */
export function KeywordField({ id, locale, words, onChange }: KeywordFieldProps) {
  const t = clipTexts(pageLocale())
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  /** Some of the added keywords do not fit, and stay in the box. */
  const [isFull, setFull] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const { suggestions, close } = useSuggestions(typed, locale, words)
  const open = suggestions.length > 0

  function add(more: readonly string[]) {
    if (more.length === 0) return
    const next = withKeywords(words, more)
    if (next.length > words.length) onChange(next)
    const rest = leftOut(next, more)
    const { added, doNotFit } = t.keywords
    setSaid(`${added(next.length - words.length)} ${rest.length > 0 ? doNotFit(KEYWORDS) : ''}`.trim())
    setFull(rest.length > 0)
    setTyped(rest.join(', '))
    setChosen(-1)
  }

  function remove(word: string) {
    onChange(words.filter((other) => other !== word))
    setSaid(t.keywords.removed(word))
    input.current?.focus()
  }

  function type(text: string) {
    setChosen(-1)
    setFull(false)
    if (!ENDS_A_WORD.test(text)) return setTyped(text)
    add(keywordsIn(text))
  }

  function paste(event: ClipboardEvent) {
    const pasted = keywordsIn(event.clipboardData.getData('text'))
    if (pasted.length < 2) return
    event.preventDefault()
    add([...keywordsIn(typed), ...pasted])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && open) {
      event.preventDefault()
      const places = suggestions.length + 1
      setChosen(((chosen + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      add(chosen >= 0 ? [suggestions[chosen]!] : keywordsIn(typed))
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && typed === '' && words.length > 0) remove(words.at(-1)!)
  }

  return (
    <div className="keyword-field">
      <ul className="keyword-chips" aria-labelledby={`${id}-label`}>
        {words.map((word) => (
          <li key={word} className="keyword-chip">
            <span lang={locale}>{word}</span>
            <button type="button" aria-label={t.keywords.remove(word)} onClick={() => remove(word)}>
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="field-input">
        <input
          ref={input}
          id={id}
          lang={locale}
          type="text"
          role="combobox"
          autoComplete="off"
          maxLength={KEYWORDS.longest * 10}
          value={typed}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-describedby={`${id}-missing ${id}-hint`}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (typed.trim()) add(keywordsIn(typed))
            close()
          }}
        />
      </div>
      <div
        className="keyword-list floating"
        role="listbox"
        id={`${id}-list`}
        aria-label={t.keywords.suggestions}
        hidden={!open}
      >
        {suggestions.map((word, index) => (
          <div
            key={word}
            id={`${id}-${index}`}
            lang={locale}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            // Before the input loses the focus and accepts the typed text.
            onPointerDown={(event) => {
              event.preventDefault()
              add([word])
            }}
          >
            {word}
          </div>
        ))}
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {t.hints.keywords}{' '}
        <span className="keyword-count">{t.keywords.count(words.length, KEYWORDS.most)}</span>
      </p>
      <p className={isFull ? 'field-hint' : 'visually-hidden'} role="status">
        {open && !isFull ? t.keywords.suggested(suggestions.length) : said}
      </p>
    </div>
  )
}

/** Milliseconds after the last key. */
const PAUSE = 150

/** Suggestions for the typed beginning that are not chosen yet. */
function useSuggestions(typed: string, locale: 'en' | 'ja', words: readonly string[]) {
  const [found, setFound] = useState<readonly string[]>([])
  const text = typed.trim()
  useEffect(() => {
    if (text === '') return setFound([])
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const answer = await requestAs(keywordSuggestions, { q: text, locale }, { signal: abort.signal })
        if (!abort.signal.aborted) setFound(answer.words)
      } catch {
        // Without suggestions people just type.
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, locale])
  return {
    suggestions: text === '' ? [] : found.filter((word) => !words.includes(word)),
    close: () => setFound([]),
  }
}
