import { copyText } from '#stores/copy-text.ts'
import { showToast } from '#stores/toasts.ts'

/** Copies a text; a toast says whether it worked. */
export async function copyWithToast(text: string, { done, failed }: { done: string; failed: string }) {
  const copied = await copyText(text)
  showToast(copied ? { kind: 'success', text: done } : { kind: 'info', text: failed })
}
