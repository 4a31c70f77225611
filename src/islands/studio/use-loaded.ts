import { useCallback, useEffect, useRef, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'

export interface Loaded<Data> {
  /** The last answer; while another is loading, the one before. */
  data: Data | undefined
  status: 'loading' | 'idle' | 'failed'
  reload: () => Promise<void>
  /** Replaces the answer after one's own change. */
  setData: (change: (data: Data) => Data) => void
}

/** Loads whenever `load` is another function. Drops outdated answers. */
export function useLoaded<Data>(load: () => Promise<Data>): Loaded<Data> {
  const [data, setData] = useState<Data>()
  const [status, setStatus] = useState<Loaded<Data>['status']>('loading')
  const newest = useRef<unknown>(undefined)
  const reload = useCallback(async () => {
    const turn = {}
    newest.current = turn
    setStatus('loading')
    try {
      const answer = await load()
      if (newest.current !== turn) return
      setData(answer)
      setStatus('idle')
    } catch (error) {
      // After a sign-out the browser is leaving the page.
      if (newest.current !== turn || !$auth.get()) return
      console.warn('A page of the studio could not be loaded', error)
      setStatus('failed')
    }
  }, [load])
  useEffect(() => {
    void reload()
    return () => {
      newest.current = undefined
    }
  }, [reload])
  const change = useCallback((of: (data: Data) => Data) => setData((known) => known && of(known)), [])
  return { data, status, reload, setData: change }
}
