import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants, createWriteStream } from 'node:fs'
import {
  chmod,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { makeFolder } from '#server/make-folder.ts'
import { withPath } from '#server/with-path.ts'
import { contentTypeOf } from './content-type.ts'
import { type Signing, signMediaPath } from './signed-url.ts'
import type { ByteRange, SignOptions, Storage, StorageInput, StoredObject } from './storage.ts'
import { accessOf, assertKey, isKey, prefixSegments } from './storage-key.ts'

/** Starts with a dot, which no key can; inside the root, so that renaming is atomic. */
const TEMPORARY_FOLDER = '.tmp'
/** Another process may still be writing a younger file. */
const LEFTOVER_AGE_MS = HOUR_MS
/** Disk full, quota and file size limit. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP']

interface DiskOptions {
  /** The server's group, to which nginx belongs, may read what nginx sends. Otherwise only the server's user may. */
  forGroup?: boolean | undefined
}

/** Keys are paths under the root. Symbolic links below the root are never followed. */
export class DiskStorage implements Storage {
  readonly driver = 'disk'
  readonly filmOrigin = undefined
  readonly #root: string
  readonly #signing: Signing
  readonly #forGroup: boolean

  /** The root must be a real path; use openDiskStorage(). */
  constructor(root: string, signing: Signing, { forGroup = false }: DiskOptions = {}) {
    this.#root = root
    this.#signing = signing
    this.#forGroup = forGroup
  }

  async put(key: string, input: StorageInput, _contentType: string): Promise<void> {
    assertKey(key)
    const temporary = join(this.#root, TEMPORARY_FOLDER, randomUUID())
    try {
      await writeWhole(temporary, input)
      if (this.#forGroup && accessOf(key) !== 'never') await chmod(temporary, 0o640)
      const folder = await this.#makeFolders(key.split('/').slice(0, -1))
      await rename(temporary, join(this.#root, key))
      await syncFolder(folder)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw writeError(withPath(error, this.#root))
    }
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const path = await this.#locate(key)
    if (!path) return undefined
    try {
      const stats = await lstat(path, { bigint: true })
      return stats.isFile() ? storedObject(key, stats) : undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.open(key)
    if (!file) throw new AppError('mediaNotFound')
    try {
      const { size } = await file.stat()
      if (size === 0 && !range) return file.createReadStream()
      return file.createReadStream(clampRange(range, size))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** An open file to serve ranges from, which the caller closes; undefined for a missing key. */
  async open(key: string): Promise<FileHandle | undefined> {
    const path = await this.#locate(key)
    if (!path) return undefined
    try {
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      if ((await file.stat()).isFile()) return file
      await file.close()
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return undefined
  }

  async delete(key: string): Promise<void> {
    const path = await this.#locate(key)
    if (path) await rm(path, { force: true })
  }

  async *list(prefix: string): AsyncIterable<string> {
    const folder = join(this.#root, ...prefixSegments(prefix))
    if (!(await isReal(folder))) return
    for await (const path of filesBelow(folder)) {
      const key = relative(this.#root, path).split(sep).join('/')
      if (isKey(key)) yield key
    }
  }

  async signedUrl(key: string, options: SignOptions): Promise<string> {
    return signMediaPath(this.#signing, key, options)
  }

  async check(): Promise<void> {
    const probe = join(this.#root, TEMPORARY_FOLDER, randomUUID())
    try {
      await writeWhole(probe, new Uint8Array([1]))
    } catch (error) {
      throw writeError(withPath(error, this.#root))
    } finally {
      await rm(probe, { force: true }).catch(() => {})
    }
  }

  /** The path of the key's file; undefined when it is missing or behind a symbolic link. */
  async #locate(key: string): Promise<string | undefined> {
    assertKey(key)
    const path = join(this.#root, key)
    return (await isReal(path)) ? path : undefined
  }

  /** One by one: a recursive mkdir would follow a link out of the root. */
  async #makeFolders(segments: string[]): Promise<string> {
    let folder = this.#root
    for (const segment of segments) {
      folder = join(folder, segment)
      await mkdir(folder, 0o700).then(
        () => (this.#forGroup ? chmod(folder, 0o710) : undefined),
        (error) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
      if (!(await lstat(folder)).isDirectory()) throw new AppError('badKey', 'a part of the key is no folder')
    }
    return folder
  }
}

/** Creates the folder and removes files that a killed process left half-written. */
export async function openDiskStorage(
  root: string,
  signing: Signing,
  options: DiskOptions = {},
): Promise<DiskStorage> {
  const temporaryFolder = join(root, TEMPORARY_FOLDER)
  if ((await makeFolder(root)) && options.forGroup) await chmod(root, 0o710)
  await makeFolder(temporaryFolder)
  for (const name of await readdir(temporaryFolder)) {
    const path = join(temporaryFolder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > LEFTOVER_AGE_MS)
      await rm(path, { recursive: true, force: true })
  }
  return new DiskStorage(await realpath(root), signing, options)
}

async function writeWhole(path: string, input: StorageInput): Promise<void> {
  if (input instanceof Uint8Array) await writeFile(path, input, { flag: 'wx', flush: true, mode: 0o600 })
  else if (input instanceof Readable)
    await pipeline(input, createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }))
  else await copyWhole(input.path, path)
}

/** The part of the range that exists. @throws AppError('badRequest') when there is none, as S3 does */
function clampRange(range: ByteRange | undefined, size: number): ByteRange {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (start < 0 || start > end || start >= size) throw new AppError('badRequest', 'no byte in that range')
  return { start, end: Math.min(end, size - 1) }
}

/** A reflink where the file system supports it. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const file = await open(to, 'r')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** So that a power cut does not lose a file whose row is committed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Whether the path exists and passes through no symbolic link. */
async function isReal(path: string): Promise<boolean> {
  try {
    return (await realpath(path)) === path
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && isKey(entry.name)) yield* filesBelow(path)
    if (entry.isFile()) yield path
  }
}

function storedObject(key: string, stats: BigIntStats): StoredObject {
  return {
    key,
    size: Number(stats.size),
    // The inode distinguishes two puts of the same size at the same instant.
    etag: [stats.size, stats.mtimeNs, stats.ino].map((part) => part.toString(36)).join('-'),
    contentType: contentTypeOf(key),
    modified: stats.mtime,
  }
}

/** AppError('storageFull') if the disk was full, else the error itself. */
function writeError(error: unknown): unknown {
  return NO_ROOM.includes(codeOf(error)) ? new AppError('storageFull', '', { cause: error }) : error
}

function isMissing(error: unknown): boolean {
  return MISSING.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
