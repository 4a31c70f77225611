import { useEffect, useState } from 'react'
import { keywordSuggestions } from '#contract/studio/editor-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/** Milliseconds after the last key. */
const PAUSE = 150

/** Suggestions for the typed beginning that are not chosen yet. */
export function useSuggestions(typed: string, locale: 'en' | 'ja', words: readonly string[]) {
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
