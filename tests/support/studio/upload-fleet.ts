import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { type Fleet, startFleet } from '../shop/fleet.ts'
import { aMember } from '../shop/members.ts'
import { sha256Of, type TusClient, tusClient } from './tus.ts'

/** Three servers, a tus client of each, and a look at what is stored. */
export async function startUploadFleet(engine: 'postgres' | 'sqlite') {
  const fleet: Fleet = await startFleet({ engine })
  const admin = await aMember(fleet.servers[0]!.deps, { admin: true })
  const [a, b, c] = fleet.servers.map((server) => tusClient(server, admin.headers)) as [
    TusClient,
    TusClient,
    TusClient,
  ]
  const rowOf = (id: string) =>
    fleet.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    fleet,
    clients: [a, b, c] as const,
    /** The sender's. */
    headers: admin.headers,
    rowOf,
    /** Waits until this many bytes are stored. */
    hasReceived: (id: string, bytes: number) =>
      vi.waitFor(async () => expect((await rowOf(id)).received).toBeGreaterThanOrEqual(bytes), {
        timeout: 20_000,
        interval: 50,
      }),
    /** SHA-256 of what a worker would read. */
    async storedHash(id: string): Promise<string> {
      const path = join(tmpdir(), `placed-${id}`)
      await fleet.servers[0]!.deps.uploads.files.place(id, path)
      const bytes = await readFile(path)
      await rm(path)
      return sha256Of(bytes)
    },
    /** Changes stored bytes behind the servers' backs. */
    async damage(id: string, change: (bytes: Buffer) => Buffer): Promise<void> {
      const { storage, files } = fleet.servers[0]!.deps
      if (!fleet.bucket) {
        const path = join(files.dataDir, 'uploads', id)
        return writeFile(path, change(await readFile(path)))
      }
      for await (const key of storage.list(`uploads/${id}`)) {
        const bytes = await buffer(await storage.read(key))
        return storage.put(key, change(bytes), 'application/octet-stream')
      }
    },
  }
}
