import { useState } from 'react'
import { showToast } from '#stores/toasts.ts'

/**
 * The action of a button. Runs once at a time; a failure is logged and shown. @param failed the text of a failure; empty
 * for one that needs none. @returns whether it runs, and a function that runs an action
 */
export function useAction(failed: string | ((error: unknown) => string)) {
  const [busy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      console.warn('An action failed', error)
      const text = typeof failed === 'string' ? failed : failed(error)
      if (text) showToast({ kind: 'error', text })
    }
    setBusy(false)
  }
  return { busy, run }
}
