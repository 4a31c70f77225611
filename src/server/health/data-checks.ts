import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { refuseUnfit } from '#server/db/connection/refuse-unfit.ts'
import { engineOf } from '#server/db/engine.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { isIndexComplete } from '#server/search/index/rerank-job.ts'
import { unreadableVersion } from '#server/shop/live-shop.ts'
import { found, type HealthCheck } from './check.ts'

/** The oldest PostgreSQL that its makers still mend. */
const OLDEST_POSTGRES = 15
const BYTES = Buffer.from('written, read and deleted by a check of the shop')
const RANGE = { start: 9, end: 12 }

export const dataChecks: HealthCheck[] = [
  {
    name: 'database',
    async run({ deps: { db } }) {
      await refuseUnfit(db)
      const isSqlite = engineOf(db) === 'sqlite'
      const ask = isSqlite ? sql`sqlite_version()` : sql`current_setting('server_version')`
      const { rows } = await sql<{ version: string }>`select ${ask} as version`.execute(db)
      const { version = '' } = rows[0] ?? {}
      const facts = { engine: isSqlite ? 'SQLite' : 'PostgreSQL', version, oldest: OLDEST_POSTGRES }
      return found(!isSqlite && Number.parseInt(version, 10) < OLDEST_POSTGRES ? 'oldDatabase' : 'ok', facts)
    },
  },
  {
    name: 'migrations',
    needs: 'database',
    async run({ deps: { db } }) {
      const names = await pendingMigrations(db)
      return names.length > 0 ? found('pending', { names: names.join(', ') }) : found('ok')
    },
  },
  {
    name: 'search',
    needs: 'migrations',
    run: async ({ deps }) => found((await isIndexComplete(deps)) ? 'ok' : 'staleIndex'),
  },
  {
    name: 'shop',
    needs: 'migrations',
    async run({ deps: { db } }) {
      const version = await unreadableVersion(db)
      return version === undefined ? found('ok') : found('shopUnreadable', { version })
    },
  },
  {
    name: 'storage',
    async run({ deps: { storage } }) {
      const key = `full/health/${randomUUID()}.bin`
      await storage.put(key, BYTES, 'application/octet-stream')
      try {
        if (!(await buffer(await storage.read(key))).equals(BYTES)) return found('otherBytes')
        const part = await buffer(await storage.read(key, RANGE))
        if (!part.equals(BYTES.subarray(RANGE.start, RANGE.end + 1))) return found('noRanges')
      } finally {
        await storage.delete(key)
      }
      if (await storage.stat(key)) return found('notDeleted', { key })
      return found('ok', { driver: storage.driver })
    },
  },
  {
    name: 'films',
    needs: 'storage',
    async run({ deps: { storage, site } }) {
      const { filmOrigin } = storage
      if (!filmOrigin) return found('sentByServer')
      const key = `full/health/${randomUUID()}.bin`
      await storage.put(key, BYTES, 'application/octet-stream')
      try {
        const url = await storage.signedUrl(key, { expiresInSeconds: 60, disposition: 'inline' })
        const headers = { origin: site.url.origin, range: `bytes=${RANGE.start}-${RANGE.end}` }
        const { status, headers: answered } = await fetch(url, { headers, redirect: 'manual' })
        if (status !== 206) return found('noRanges', { status })
        const allowed = answered.get('access-control-allow-origin')
        const isAllowed = allowed === '*' || allowed === site.url.origin
        return found(isAllowed ? 'ok' : 'noCors', { bucket: filmOrigin, address: site.url.origin })
      } finally {
        await storage.delete(key)
      }
    },
  },
]
