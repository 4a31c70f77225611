import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredObject } from '#server/media/storage.ts'

export interface CopiedObject {
  key: string
  size: number
  /** The copied object's validator. */
  etag: string
  /** SHA-256 of its bytes, as read and as read back, hex. */
  sha256: string
}

/** The objects already copied to a store, on disk, so that a killed run can continue. */
export class MediaJournal {
  readonly #file: string
  readonly #copied: Map<string, CopiedObject>

  constructor(file: string, copied: readonly CopiedObject[]) {
    this.#file = file
    this.#copied = new Map(copied.map((object) => [object.key, object]))
  }

  has({ key, size, etag }: StoredObject): boolean {
    const copied = this.#copied.get(key)
    return copied?.size === size && copied.etag === etag
  }

  copied(): CopiedObject[] {
    return [...this.#copied.values()]
  }

  async add(object: CopiedObject): Promise<void> {
    await appendFile(this.#file, `${JSON.stringify(object)}\n`, { mode: 0o600 })
    this.#copied.set(object.key, object)
  }
}

/** @param to names the target, such as its URL */
export async function openMediaJournal(dataDir: string, to: string): Promise<MediaJournal> {
  const name = createHash('sha256').update(to).digest('hex').slice(0, 16)
  const file = join(dataDir, 'move', `${name}.ndjson`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const text = await readFile(file, 'utf8').catch(() => '')
  // A killed run may leave half a line; end it.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n')
  return new MediaJournal(file, text.split('\n').flatMap(parseLine))
}

function parseLine(line: string): CopiedObject[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
