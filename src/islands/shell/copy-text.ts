/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // Only secure pages have a clipboard, and people may forbid it.
    const copied = copyFromField(text)
    if (!copied) console.info('The text could not be copied', error)
    return copied
  }
}

/** `execCommand` is deprecated, but the only other way; typed here, since browsers may drop it. */
function copyFromField(text: string): boolean {
  const page: { execCommand?: (command: 'copy') => boolean } = document
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Within an open dialog, since everything else is inert then.
  const room = focused?.closest('dialog') ?? document.body
  room.append(field)
  field.select()
  const copied = page.execCommand?.('copy') ?? false
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
