/** A file and its folder below the dropped one, with `/`; empty at the top. */
export interface FoundFile {
  file: File
  folder: string
}

/** All files of a drop, including those in folders. Call it in the event's handler, before any await. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<FoundFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const loose = [...files].map((file) => ({ file, folder: '' }))
  if (entries.length === 0) return loose
  return (await Promise.all(entries.map((entry) => filesOfEntry(entry, '')))).flat()
}

/** Files of an input; a folder input knows their paths. */
export function filesOfInput(files: FileList): FoundFile[] {
  return [...files].map((file) => ({
    file,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }))
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<FoundFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ file, folder }]
  }
  const below = folder ? `${folder}/${entry.name}` : entry.name
  const found: FoundFile[] = []
  for (const child of await entriesOf(entry as FileSystemDirectoryEntry))
    found.push(...(await filesOfEntry(child, below)))
  return found
}

/** A reader returns at most a hundred at a time. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
