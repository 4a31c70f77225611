import { useCallback, useEffect, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'

export interface Loaded<Value> {
  /** The last value; it stays during a reload. */
  value: Value | undefined
  failed: boolean
  reload: () => void
}

/** Loads on mount and on `reload`; aborts on unmount. */
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
        // After a sign-out the browser is leaving the page.
        if (abort.signal.aborted || !$auth.get()) return
        console.warn('A part of the page could not be loaded', error)
        setFailed(true)
      },
    )
    return () => abort.abort()
  }, [turn])

  const reload = useCallback(() => setTurn((last) => last + 1), [])
  return { value, failed, reload }
}
