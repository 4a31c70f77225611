import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Job } from '#server/jobs/job.ts'
import { postgresDatabases, sqliteDatabases } from '../database/databases.ts'
import { startBucket, type TestBucket } from '../storage/bucket.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface Fleet {
  servers: TestServer[]
  /** A connection that no server uses. */
  db: Kysely<Database>
  /** Undefined where the servers share a folder. */
  bucket: TestBucket | undefined
  /** How far ahead of the real clock this server's own clock is. The database's clock stays. */
  shiftClock(server: number, ms: number): void
  close(): Promise<void>
}

interface FleetOptions {
  count?: number
  /** `sqlite`: several servers on one machine's file and folder. */
  engine?: 'postgres' | 'sqlite'
  env?: Record<string, string>
  limits?: Partial<Limits>
  jobs?: readonly Job[]
}

/**
 * Several servers on one PostgreSQL database and one bucket. They run in this process, each with its own dependencies,
 * so only state in a module is shared that would not be in a fleet.
 */
export async function startFleet({
  count = 3,
  engine = 'postgres',
  env = {},
  limits = {},
  jobs = [],
}: FleetOptions = {}): Promise<Fleet> {
  const databases = engine === 'postgres' ? postgresDatabases() : sqliteDatabases()
  const config = await databases.create()
  const db = await databases.connect(config)
  const bucket = engine === 'postgres' ? await startBucket() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'nagare-fleet-'))
  const shared = {
    DATABASE_URL: config.engine === 'postgres' ? config.url : `sqlite:${config.file}`,
    ...(bucket
      ? { STORAGE_URL: bucket.storageUrl }
      : { DATA_DIR: folder, STORAGE_URL: `file:${folder}/media` }),
  }
  const offsets = Array.from({ length: count }, () => 0)
  const servers: TestServer[] = []
  for (let each = 0; each < count; each++) {
    const now = () => new Date(Date.now() + offsets[each]!)
    servers.push(await startTestServer({ env: { ...shared, ...env }, limits, jobs, now }))
  }
  return {
    servers,
    db,
    bucket,
    shiftClock(server, ms) {
      offsets[server] = ms
    },
    async close() {
      for (const server of servers) await server.close()
      await bucket?.close()
      await databases.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
