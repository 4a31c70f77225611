import { useCallback, useEffect, useState } from 'react'

export interface Loaded<Value> {
  /** What was loaded last; it stays while it is loaded again. */
  value: Value | undefined
  failed: boolean
  reload: () => void
}

/** Loads once, and again on `reload`; what is under way is given up when the component goes away. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>()
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    setFailed(false)
    load(abort.signal).then(
      (loaded) => abort.signal.aborted || setValue(loaded),
      (error) => {
        if (abort.signal.aborted) return
        console.warn('A part of the page could not be loaded', error)
        setFailed(true)
      },
    )
    return () => abort.abort()
  }, [turn])

  const reload = useCallback(() => setTurn((last) => last + 1), [])
  return { value, failed, reload }
}
