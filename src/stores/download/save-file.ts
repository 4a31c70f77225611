/** Chromium's API; see the File System Access specification. */
type SaveFilePicker = (options: {
  suggestedName: string
  types: { description?: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>

const pickerOf = () => (globalThis as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker

/** Whether the browser can stream to a file. */
export function canWriteToDisk(): boolean {
  return typeof pickerOf() === 'function'
}

/** Call it in a click handler. Undefined if cancelled. @throws DOMException if the browser refuses */
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

/** Saves a blob through the browser's downloads. */
export async function saveBlob(blob: Blob, name: string): Promise<void> {
  const { saveAs } = await import('file-saver')
  saveAs(blob, name)
}
