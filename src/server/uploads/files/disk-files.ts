import { constants, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rm, stat, statfs, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '@tus/file-store'
import { noRoom } from './tus-error.ts'
import type { UploadFiles } from './upload-files.ts'
import { writeAndFree } from './write-and-free.ts'

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** Left free, so that the database can still write. */
const RESERVE = 64e6

/** A folder that only this user can read. A file's length says how much has arrived. */
export class DiskFiles implements UploadFiles {
  readonly #folder: string
  #store: Promise<FileStore> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  tus(): Promise<FileStore> {
    this.#store ??= this.#open()
    return this.#store
  }

  async #open(): Promise<FileStore> {
    const { FileStore } = await import('@tus/file-store')
    await this.#makeFolder()
    /** The library's own write hides why it failed. */
    class RoomyStore extends FileStore {
      override async write(input: Readable, id: string, offset: number): Promise<number> {
        const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
        try {
          await pipeline(input, writeAndFree(file))
        } catch (error) {
          throw NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '') ? noRoom(error) : error
        }
        return offset + file.bytesWritten
      }
    }
    return new RoomyStore({ directory: this.#folder })
  }

  storeId(id: string): string {
    return id
  }

  async received(id: string): Promise<number | undefined> {
    return (await stat(this.#path(id)).catch(() => undefined))?.size
  }

  async hasRoom(bytes: number): Promise<boolean> {
    await this.#makeFolder()
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize > bytes + RESERVE
  }

  async put(id: string, path: string): Promise<void> {
    await this.#makeFolder()
    await copyFile(path, this.#path(id), constants.COPYFILE_FICLONE)
  }

  async place(id: string, path: string): Promise<void> {
    await symlink(this.#path(id), path)
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
    await rm(`${this.#path(id)}.json`, { force: true })
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }
}
