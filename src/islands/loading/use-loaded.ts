import { useEffect, useRef, useState } from 'react'
import { $auth } from '#stores/auth/auth.ts'

export interface Loaded<Data> {
  /** The last answer; while another is loading, the one before. */
  data: Data | undefined
  status: 'loading' | 'idle' | 'failed'
  reload: () => Promise<void>
  /** Replaces the answer after one's own change. */
  setData: (change: (data: Data) => Data) => void
}

/** Loads on mount and whenever the key changes. Drops outdated answers. */
export function useLoaded<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  key: string | number = '',
): Loaded<Data> {
  const [data, setData] = useState<Data>()
  const [status, setStatus] = useState<Loaded<Data>['status']>('loading')
  const newest = useRef<AbortController>(undefined)

  async function reload() {
    newest.current?.abort()
    const abort = new AbortController()
    newest.current = abort
    const { signal } = abort
    setStatus('loading')
    try {
      const answer = await load(signal)
      if (signal.aborted) return
      setData(answer)
      setStatus('idle')
    } catch (error) {
      // After a sign-out the browser is leaving the page.
      if (signal.aborted || !$auth.get()) return
      console.warn('A part of the page could not be loaded', error)
      setStatus('failed')
    }
  }
  useEffect(() => {
    void reload()
    return () => newest.current?.abort()
  }, [key])
  return { data, status, reload, setData: (change) => setData((known) => known && change(known)) }
}
