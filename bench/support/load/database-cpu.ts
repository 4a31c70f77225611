import { existsSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { familyCpuOf, parentOf } from './proc.ts'

/** CPU time so far of this process and the database server, in milliseconds. */
export interface DatabaseCpu {
  /** With that of the one connection, to the microsecond: the cost of a query. */
  ofConnection(): number
  /** With that of the whole server: the cost of a rebuild over several connections. */
  ofServer(): number
}

/** For a handle with one connection. The time of a PostgreSQL on another machine is left out. */
export async function databaseCpu(db: Kysely<Database>): Promise<DatabaseCpu> {
  const backend = engineOf(db) === 'postgres' ? await localBackend(db) : undefined
  const server = backend && parentOf(backend)
  return {
    ofConnection: () => own() + (backend ? scheduledMs(backend) : 0),
    ofServer: () => own() + (server ? familyCpuOf(server) / 1000 : 0),
  }
}

function own(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function localBackend(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number; address: string | null }>`
    select pg_backend_pid() as pid, host(inet_server_addr()) as address`.execute(db)
  const { pid, address } = rows[0]!
  const isLocal = address === null || address === '127.0.0.1' || address === '::1'
  return isLocal && existsSync(`/proc/${pid}/schedstat`) ? pid : undefined
}

/** The first field is nanoseconds on a CPU. */
function scheduledMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
}
