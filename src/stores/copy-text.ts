import { showToast } from './toasts.ts'

/** Copies a text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.info('The clipboard could not be used', error)
    return copySelection(text)
  }
}

/** Copies a link, and says whether it was. @param texts `copyFailed` is the title above the link itself */
export async function copyLink(link: string, texts: { copied: string; copyFailed: string }): Promise<void> {
  if (await copyText(link)) showToast({ kind: 'success', text: texts.copied })
  else showToast({ kind: 'info', title: texts.copyFailed, text: link })
}

/** Only secure pages have a clipboard. `execCommand` is deprecated, but the only alternative; browsers may drop it. */
function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  // Next to the focused element: while a dialog or popover is open, nothing outside it can be focused.
  const focused = document.activeElement
  ;(focused?.parentElement ?? document.body).append(field)
  field.select()
  const page: { execCommand?: (command: 'copy') => boolean } = document
  const copied = page.execCommand?.('copy') ?? false
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
