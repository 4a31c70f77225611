import { atom, type ReadableAtom } from 'nanostores'
import { suggestionList } from '#contract/clips/clip-calls.ts'
import type { Suggestion } from '#contract/clips/search.ts'
import { request } from '#contract/request.ts'

/** Milliseconds without typing before the server is asked. */
export const TYPING_PAUSE_MS = 160

export interface Suggestions {
  $found: ReadableAtom<readonly Suggestion[]>
  /** Asks for completions after a pause in typing; answers to older texts are dropped. */
  ask(text: string): void
  clear(): void
}

/** Completions of the typed text: one request per pause, the last one wins. */
export function openSuggestions(): Suggestions {
  const $found = atom<readonly Suggestion[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  function cancel() {
    clearTimeout(timer)
    asking?.abort()
  }

  async function fetchFor(text: string) {
    const mine = new AbortController()
    asking = mine
    try {
      const { suggestions } = await request(suggestionList, { q: text }, { signal: mine.signal })
      if (!mine.signal.aborted) $found.set(suggestions)
    } catch (error) {
      if (!mine.signal.aborted) console.warn('Suggestions could not be fetched', error)
    }
  }

  return {
    $found,
    ask(text) {
      cancel()
      if (text.trim() === '') $found.set([])
      else timer = setTimeout(fetchFor, TYPING_PAUSE_MS, text.trim())
    },
    clear() {
      cancel()
      $found.set([])
    },
  }
}
