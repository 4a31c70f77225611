import { useEffect } from 'react'
import { showToast } from '#stores/toasts.ts'

/** Says in a toast, too, that there is no such collection. */
export function SayMissing({ text }: { text: string }) {
  useEffect(() => showToast({ kind: 'error', text }), [text])
  return null
}
