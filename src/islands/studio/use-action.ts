import { useState } from 'react'
import { showToast, type Toast } from '#stores/toasts.ts'

type Failure = string | Pick<Toast, 'text' | 'action'>

/**
 * The action of a button. Runs once at a time; a failure is logged and shown. @param failed the text of a failure; empty
 * for one that needs none. @returns whether it runs, and a function that runs an action
 */
export function useAction(failed: Failure | ((error: unknown) => Failure)) {
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      console.warn('An action could not be done', error)
      const said = typeof failed === 'function' ? failed(error) : failed
      const toast = typeof said === 'string' ? { text: said } : said
      if (toast.text) showToast({ kind: 'error', ...toast })
    }
    setBusy(false)
  }
  return { busy, run }
}
