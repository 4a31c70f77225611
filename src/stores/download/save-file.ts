/** As Chromium has it; see the File System Access specification. */
type SaveFilePicker = (options: {
  suggestedName: string
  types: { description?: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>

const pickerOf = () => (globalThis as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker

/** Whether the browser can write to a file while something comes. */
export function canWriteToDisk(): boolean {
  return typeof pickerOf() === 'function'
}

/**
 * Asks where to save a zip; only right after a click. Undefined where that was called off.
 * @throws DOMException where the browser does not allow it
 */
export async function chooseZipFile(name: string): Promise<WritableStream<Uint8Array> | undefined> {
  const pick = pickerOf()
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }]
    const file = await pick?.call(globalThis, { suggestedName: name, types })
    return await file?.createWritable()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Hands a file that the page holds over to the browser's downloads. */
export async function saveBlob(blob: Blob, name: string): Promise<void> {
  const { saveAs } = await import('file-saver')
  saveAs(blob, name)
}
