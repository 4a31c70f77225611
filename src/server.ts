import { join } from 'node:path'
import { runInbox } from '#server/billing/inbox/run-inbox.ts'
import { distFolder } from '#server/build/dist-folder.ts'
import { type Config, ConfigError, parseConfig } from '#server/config/config.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { loadRenderer } from '#server/http/cache/astro-renderer.ts'
import type { Limits } from '#server/http/limits.ts'
import { StaticFiles } from '#server/http/static/static-files.ts'
import type { QueuedJob } from '#server/jobs/queued-job.ts'
import type { RecurringJob } from '#server/jobs/recurring-job.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { runQueue } from '#server/jobs/run-queue.ts'
import { listen } from '#server/start/listen.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { openFront } from '#server/start/open-front.ts'
import { queuedJobs } from '#server/start/queued.ts'
import { recurringJobs } from '#server/start/recurring.ts'

export interface StartOptions {
  config: Config
  /** Where absent they are opened, and closed with the server. */
  deps?: Deps
  limits?: Partial<Limits>
  /** What it does by itself while it serves. */
  jobs?: readonly RecurringJob[]
  /** What it does soon after it was asked to. */
  queue?: readonly QueuedJob[]
}

export interface RunningServer {
  /** Where it listens, by its own address. */
  url: URL
  port: number
  /** Finishes what is under way, then stops. Calling it again waits for the same end. */
  close(): Promise<void>
}

/** Serves the built site; resolves when it listens. */
export async function startServer({
  config,
  deps,
  limits,
  jobs = recurringJobs(config),
  queue = queuedJobs(),
}: StartOptions): Promise<RunningServer> {
  const opened = deps ? undefined : await openDeps(config)
  const using = deps ?? opened!
  const dist = distFolder()
  const render = await loadRenderer(dist, config.site.url)
  const files = new StaticFiles(join(dist, 'client'))
  const front = openFront({ config, deps: using, render, files, limits })
  const server = await listen({ config, deps: using, front, limits })
  const running = [runJobs(using, jobs), runQueue(using, queue), runInbox(using)]
  const close = async () => {
    await Promise.all([server.close(), ...running.map((each) => each.stop())])
    await opened?.close()
  }
  let closing: Promise<void> | undefined
  return {
    url: server.url,
    port: Number(server.url.port),
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** The process: a clear line for each wrong setting, then serving until it is asked to stop. */
export async function run(): Promise<void> {
  const config = settings()
  if (!config) return process.exit(1)
  const deps = await openDeps(config)
  const pending = await pendingMigrations(deps.db)
  if (pending.length > 0) {
    console.error(`The database lacks ${pending.join(', ')}: run "npm run nagare -- migrate" first`)
    return process.exit(1)
  }
  reportStrays(deps.log)
  const server = await startServer({ config, deps }).catch(refuseStart)
  deps.log.info({ url: server.url.href, site: config.site.url.href }, 'listening')
  if (config.mail.driver === 'outbox')
    deps.log.warn({ folder: config.mail.folder }, 'mails become files, since SMTP_URL is not set')
  const stop = async () => {
    deps.log.info('draining')
    await server.close()
    await deps.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Says in one line what the operator can mend. */
function refuseStart(error: NodeJS.ErrnoException & { address?: string; port?: number }): never {
  if (error.code === 'EADDRINUSE') console.error(`PORT ${error.port} on ${error.address} is taken`)
  else if (error.code === 'EACCES') console.error(`PORT ${error.port} may not be used by this user`)
  else throw error
  process.exit(1)
}

/** What nobody caught is said before it is lost; after an exception nothing can be relied upon. */
function reportStrays(log: Deps['log']): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'a failure that nobody waited for'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'a failure that nobody caught')
    process.exit(1)
  })
}

function settings(): Config | undefined {
  try {
    return parseConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) console.error(problem)
    return undefined
  }
}

if (import.meta.main) await run()
