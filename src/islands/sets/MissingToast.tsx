import { useEffect } from 'react'
import { showToast } from '#stores/toasts.ts'

/** Also shows a toast that the collection does not exist. */
export function MissingToast({ text }: { text: string }) {
  useEffect(() => showToast({ kind: 'error', text }), [text])
  return null
}
