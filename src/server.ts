import { join } from 'node:path'
import { firstPrices } from '#server/billing/prices/refresh-prices.ts'
import { distFolder } from '#server/build/dist-folder.ts'
import { claimsBeyondLibrary } from '#server/clips/claims.ts'
import { type Config, ConfigError, parseConfig, SHOP_SETTINGS } from '#server/config/config.ts'
import { migrateToLatest, pendingMigrations } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { failureLine } from '#server/failure-line.ts'
import { loadRenderer, type Render } from '#server/http/cache/astro-renderer.ts'
import { pageRenderer } from '#server/http/cache/rendered-page.ts'
import type { Limits } from '#server/http/limits.ts'
import { StaticFiles } from '#server/http/static/static-files.ts'
import type { Job } from '#server/jobs/job.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { openSetupGate, type SetupGate, setupAddress } from '#server/setup/setup-gate.ts'
import { allJobs } from '#server/start/job-list.ts'
import { listen } from '#server/start/listen.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { type OpenFront, openFront } from '#server/start/open-front.ts'
import { startOwnWorker } from '#server/start/own-worker.ts'
import { Renderers, renderersFor } from '#server/start/renderers.ts'

const FIRST_MIGRATION = '0001-catalogue'
/** Loading Stripe's library takes longer than a buyer should wait; the start of the server comes first. */
const LOAD_STRIPE_AFTER_MS = 3_000

export interface StartOptions {
  config: Config
  /** Opened, and closed with the server, if absent. */
  deps?: Deps
  limits?: Partial<Limits>
  jobs?: readonly Job[]
  /** The settings as text, for renderers; without it this process renders all pages. */
  env?: NodeJS.ProcessEnv
  /** Of a shop that has no admin yet; without it `/setup` is not served. */
  setup?: SetupGate | undefined
}

export interface RunningServer {
  /** The URL of the port it listens on. */
  url: URL
  port: number
  /** Where `/metrics` is, if anywhere. */
  metricsPort?: number
  /** Finishes open requests and jobs, then stops. Repeated calls wait for the same end. */
  close(): Promise<void>
}

/** Serves the built site; resolves when it listens. */
export async function startServer({
  config,
  deps: given,
  limits,
  jobs = allJobs(config),
  env,
  setup,
}: StartOptions): Promise<RunningServer> {
  const opened = given ? undefined : await openDeps(config)
  const deps = given ?? opened!
  await deps.refreshShop()
  await firstPrices(deps)
  const dist = distFolder()
  const render = await loadRenderer(dist, config.site.url)
  const files = new StaticFiles(join(dist, 'client'))
  const renderers = env && openRenderers({ config, deps, env, render })
  const front = openFront({ config, deps, render, renderers, files, setup, limits })
  const metrics = await startMetrics({ config, deps, front })
  const server = await listen({ config, deps, front, limits })
  const running = runJobs(deps, jobs)
  const worker = config.uploads.worker ? startOwnWorker(deps) : undefined
  const loading = setTimeout(loadStripe, LOAD_STRIPE_AFTER_MS, deps)
  loading.unref()
  const close = async () => {
    clearTimeout(loading)
    await Promise.all([server.close(), running.stop(), worker?.stop()])
    metrics?.close()
    await renderers?.close()
    await opened?.close()
  }
  let closing: Promise<void> | undefined
  return {
    url: server.url,
    port: Number(server.url.port),
    ...(metrics && { metricsPort: metrics.port }),
    close() {
      closing ??= close()
      return closing
    },
  }
}

function openRenderers({
  config,
  deps,
  env,
  render,
}: Required<Pick<StartOptions, 'config' | 'deps' | 'env'>> & { render: Render }): Renderers | undefined {
  const most = renderersFor(config.renderers)
  if (most === 0) return undefined
  const forwarded = config.metrics ? (['query', 'search'] as const) : []
  return new Renderers({ most, env, forwarded, inline: pageRenderer(render), log: deps.log })
}

/** Loads the library only if metrics are on. */
async function startMetrics({
  config,
  deps,
  front,
}: Required<Pick<StartOptions, 'config' | 'deps'>> & { front: OpenFront }) {
  if (!config.metrics) return undefined
  const { serveMetrics } = await import('#server/metrics/serve-metrics.ts')
  return serveMetrics({ config, deps, listenOn: config.metrics, cacheBytes: front.cacheBytes })
}

async function loadStripe({ payments, log }: Deps): Promise<void> {
  if (payments.mode === 'off') return
  await payments.stripe().catch((err: unknown) => log.error({ err }, 'Stripe library not loaded'))
}

/** Runs the process: prints a line for each wrong setting, or serves until SIGTERM or SIGINT. */
export async function run(): Promise<void> {
  const config = settings()
  if (!config) return process.exit(1)
  const deps = await openDeps(config).catch(exitWithReason)
  const pending = await neededMigrations(deps).catch(exitWithReason)
  if (pending.length > 0) {
    console.error(`The database lacks ${pending.join(', ')}: run "npm run nagare -- migrate" first`)
    return process.exit(1)
  }
  logUncaught(deps.log)
  const setup = await openSetupGate(deps).catch(exitWithReason)
  const server = await startServer({ config, deps, env: process.env, setup }).catch(exitWithReason)
  deps.log.info({ url: server.url.href, site: config.site.url.href }, 'listening')
  if (setup)
    deps.log.warn(
      { setup: await setupAddress(deps) },
      'no admin yet: open this address within an hour to set up the shop',
    )
  const start = SHOP_SETTINGS.filter((name) => process.env[name])
  if (start.length > 0)
    deps.log.warn(
      { settings: start },
      'these settings only start the shop: change them in the studio’s room Shop',
    )
  const claims = await claimsBeyondLibrary(deps)
  if (claims) deps.log.warn(claims)
  if (config.mail.driver === 'outbox')
    deps.log.warn({ folder: config.mail.folder }, 'SMTP_URL is not set: mails are written to files')
  const stop = async () => {
    deps.log.info('draining')
    await server.close()
    await deps.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Of a database that is not empty; an empty one is migrated. */
async function neededMigrations({ db }: Deps): Promise<string[]> {
  const pending = await pendingMigrations(db)
  if (!pending.includes(FIRST_MIGRATION)) return pending
  await migrateToLatest(db)
  return []
}

interface ListenError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  /** The setting for the port, if not PORT. */
  setting?: string
}

/** Prints an error that the operator can fix, in one line. */
function exitWithReason(error: ListenError): never {
  const { setting = 'PORT' } = error
  const isPort = error.syscall === 'listen'
  if (isPort && error.code === 'EADDRINUSE')
    console.error(`${setting} ${error.port} on ${error.address} is taken`)
  else if (isPort && error.code === 'EACCES')
    console.error(`${setting} ${error.port} may not be used by this user`)
  else {
    const line = failureLine(error)
    if (line === undefined) throw error
    console.error(line)
  }
  process.exit(1)
}

function logUncaught(log: Deps['log']): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
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
