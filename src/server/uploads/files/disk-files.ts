import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rm, stat, statfs, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setInterval } from 'node:timers'
import { AppError } from '#contract/errors.ts'
import { LeaseLost, type UploadLease } from '../upload-lease.ts'
import { free, type UploadFiles, type UploadWriter } from './upload-files.ts'

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** Left free, so that the database can still write. */
const RESERVE = 64e6
/** How often the bytes are counted while they arrive; a killed server's upload loses those since. */
const COUNT_MS = 2_000

/** A folder that only this user can read. */
export class DiskFiles implements UploadFiles {
  readonly #folder: string
  readonly #countMs: number

  constructor(folder: string, countMs = COUNT_MS) {
    this.#folder = folder
    this.#countMs = countMs
  }

  /** After a power failure the disk may have less than was counted. */
  async recount(lease: UploadLease): Promise<void> {
    const stored = (await this.received(lease.id)) ?? 0
    if (stored < lease.received) await lease.record(stored)
  }

  async write(lease: UploadLease): Promise<UploadWriter> {
    await this.#makeFolder()
    const file = await open(this.#path(lease.id), constants.O_RDWR | constants.O_CREAT, 0o600)
    return new DiskWriter(file, lease, this.#countMs)
  }

  async put(lease: UploadLease, path: string): Promise<void> {
    await this.#makeFolder()
    await copyFile(path, this.#path(lease.id), constants.COPYFILE_FICLONE).catch((error) => {
      throw writeError(error)
    })
    await lease.record(lease.bytes)
  }

  async received(id: string): Promise<number | undefined> {
    return (await stat(this.#path(id)).catch(() => undefined))?.size
  }

  async hasRoom(bytes: number): Promise<boolean> {
    await this.#makeFolder()
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize > bytes + RESERVE
  }

  async read(id: string): Promise<Readable> {
    return createReadStream(this.#path(id), { highWaterMark: 256 * 1024 })
  }

  async place(id: string, path: string): Promise<void> {
    await symlink(this.#path(id), path)
  }

  async remove(id: string): Promise<void> {
    // A former release kept a description beside it.
    for (const path of [this.#path(id), `${this.#path(id)}.json`]) await rm(path, { force: true })
  }

  async *ids(): AsyncIterable<string> {
    const names = await readdir(this.#folder).catch(() => [])
    yield* names.filter((name) => /^[0-9a-f]{32}(?:\.json)?$/.test(name)).map((name) => name.slice(0, 32))
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }
}

/**
 * Writes at the offset that the lease tells, never at the end of the file. What a server writes late, after another one
 * took the upload, are the same bytes of the same file at the same place.
 */
class DiskWriter implements UploadWriter {
  readonly #file: FileHandle
  readonly #lease: UploadLease
  readonly #timer: NodeJS.Timeout
  #at: number
  #counting: Promise<void> | undefined
  #lost: unknown

  constructor(file: FileHandle, lease: UploadLease, countMs: number) {
    this.#file = file
    this.#lease = lease
    this.#at = lease.received
    this.#timer = setInterval(() => {
      this.#counting ??= this.#count()
        .catch((error: unknown) => {
          if (error instanceof LeaseLost) this.#lost = error
        })
        .finally(() => {
          this.#counting = undefined
        })
    }, countMs)
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#lost) throw this.#lost
    try {
      for (let done = 0; done < chunk.length; )
        done += (await this.#file.write(chunk, done, chunk.length - done, this.#at + done)).bytesWritten
    } catch (error) {
      throw writeError(error)
    }
    this.#at += chunk.length
    free(chunk)
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await this.#counting
      if (this.#at === this.#lease.bytes) await this.#file.datasync().catch(ignoreUnsyncable)
      await this.#count()
    } finally {
      await this.#file.close()
    }
  }

  async #count(): Promise<void> {
    if (this.#at > this.#lease.received) await this.#lease.record(this.#at)
  }
}

/** Such as a device. */
function ignoreUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL') throw writeError(error)
}

function writeError(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return NO_ROOM.includes(code) ? new AppError('storageFull', '', { cause: error }) : error
}
