import { useSyncExternalStore } from 'react'

const changed = new EventTarget()

function follow(listener: () => void): () => void {
  addEventListener('popstate', listener)
  changed.addEventListener('change', listener)
  return () => {
    removeEventListener('popstate', listener)
    changed.removeEventListener('change', listener)
  }
}

type Change = Record<string, string | undefined>

/**
 * The page's state is in its URL, so that it can be shared, reloaded and gone back to. @returns the parameters, and a
 * function that changes some; undefined removes one
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const search = useSyncExternalStore(follow, () => location.search)
  return [new URLSearchParams(search), change]
}

function change(values: Change): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values))
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  const query = params.toString()
  history.pushState(history.state, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
  changed.dispatchEvent(new Event('change'))
}

/** A parameter that must be one of these; otherwise the first. */
export function oneOfThese<Value extends string | number>(
  values: readonly Value[],
  text: string | null,
  otherwise: Value,
): Value {
  return values.find((value) => String(value) === text) ?? otherwise
}
