import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { type Config, parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Job } from '#server/jobs/job.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { type RunningServer, startServer } from '../../../src/server.ts'
import { writeMigratedSqlite } from '../database/migrated-sqlite.ts'
import { watchedLogger } from '../leaks/watched-log.ts'
import { builtSite } from './built-site.ts'

export interface TestServer extends RunningServer {
  config: Config
  deps: Deps
  /** Parsed log lines, the access log included. */
  logged: Record<string, unknown>[]
  /** URL of a path. */
  at(path: string): string
}

/** For tests that do not time answers: the first search of a process may take seconds on a busy machine. */
export const PATIENT = { answer: 20_000, studioAnswer: 20_000 } satisfies Partial<Limits>

/** The minimum the server runs on: a folder and a free port. */
export function testEnvironment(folder: string): Record<string, string> {
  return {
    SITE_URL: 'http://nagare.example',
    MEDIA_KEYS: 'k'.repeat(43),
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'debug',
    WORKER: 'off',
    RENDERERS: '0',
  }
}

/** Starts the built site on a free port with an empty database and store in a new folder, which `close()` removes. */
export async function startTestServer({
  env = {},
  limits = {},
  // No jobs by default: they would change the popularity a test sets.
  jobs = [],
  now,
  plugins = [],
  checksAnswers = true,
}: {
  env?: Record<string, string>
  limits?: Partial<Limits>
  jobs?: readonly Job[]
  now?: () => Date
  /** They see every query of the server. */
  plugins?: readonly KyselyPlugin[]
  /** Off for rows that no form or sheet would take. */
  checksAnswers?: boolean
} = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-server-'))
  const settings = { ...testEnvironment(folder), ...env }
  const config = parseConfig(settings)
  await builtSite()
  const logged: TestServer['logged'] = []
  const log = watchedLogger(config.logLevel, {
    write: (line) => logged.push(JSON.parse(line)),
    settings,
  })
  if (config.database.engine === 'sqlite' && !env.DATABASE_URL)
    await writeMigratedSqlite(config.database.file)
  const opened = await openDeps(config, now)
  const db = plugins.reduce((each, plugin) => each.withPlugin(plugin), opened.db)
  const deps: Deps = { ...opened, db, log, checksAnswers }
  const server = await startServer({ config, deps, limits, jobs })
  return {
    ...server,
    config,
    deps,
    logged,
    at: (path) => new URL(path, server.url).href,
    async close() {
      await server.close()
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
