import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { EXIT_HELP } from '#cli/exit-codes.ts'
import { print } from '#cli/print.ts'
import { createAdmin } from '#server/accounts/create-admin.ts'
import { createTestMember } from '#server/accounts/create-test-member.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { listTesterKeys, makeTesterKeys } from '#server/testers/tester-keys.ts'
import { startDemoIngest } from './demo-ingest.ts'
import { type DemoSignIns, demoMediaKey, demoSignIns } from './demo-secrets.ts'
import { demoStripeSettings, startDemoStripe } from './demo-stripe.ts'
import { ensureBuild } from './ensure-build.ts'

type StartServer = typeof import('#server.ts').startServer

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('serve the site with the demo library; everything is kept in DATA_DIR (./data)')
    .addHelpText('after', EXIT_HELP)
    .action(demo)
}

async function demo(): Promise<void> {
  await ensureBuild()
  const env = await demoEnvironment()
  const config = parseConfig(env)
  const { signIns, testerKey } = await prepare(config)
  const startServer = await builtServer()
  const server = await startServer({ config })
  const stripe = await startDemoStripe(config, server.url)
  announce(config, signIns, testerKey)
  const ingest = startDemoIngest(env)
  const stop = async () => {
    await Promise.all([server.close(), ingest.end()])
    await stripe?.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** The built one, which is what production runs, and quicker to load than its sources. */
async function builtServer(): Promise<StartServer> {
  const { href } = new URL('../../../dist/server/front.mjs', import.meta.url)
  return ((await import(href)) as { startServer: StartServer }).startServer
}

/** Like production's, except that what an operator would choose has a value. */
async function demoEnvironment(): Promise<NodeJS.ProcessEnv> {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  await mkdir(dataDir, { recursive: true })
  return {
    ...process.env,
    ...(await demoStripeSettings(dataDir, process.env)),
    SITE_URL: process.env.SITE_URL || `http://localhost:${process.env.PORT || 4321}`,
    MEDIA_KEYS: process.env.MEDIA_KEYS || (await demoMediaKey(dataDir)),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
}

/** Brings the database up to date, and makes the two accounts and a key for early testers. */
async function prepare(config: Config): Promise<{ signIns: DemoSignIns; testerKey: string }> {
  const deps = await openDeps(config)
  try {
    await migrateToLatest(deps.db)
    const signIns = await demoSignIns(config.dataDir)
    await createAdmin(deps, signIns.admin)
    await createTestMember(deps, signIns.member)
    return { signIns, testerKey: await demoTesterKey(deps) }
  } finally {
    await deps.close()
  }
}

/** The one that an earlier start made, unless it was revoked. */
async function demoTesterKey(deps: Parameters<typeof makeTesterKeys>[0]): Promise<string> {
  const known = (await listTesterKeys(deps)).find(({ label, revoked_at }) => label === 'demo' && !revoked_at)
  if (known) return known.key
  const [made = ''] = await makeTesterKeys(deps, { count: 1, label: 'demo' })
  return made
}

function announce(
  { site, dataDir, payments }: Config,
  { admin, member }: DemoSignIns,
  testerKey: string,
): void {
  print(`${site.name} is at ${site.url.href}`)
  print(`  admin   ${admin.email}  ${admin.password}`)
  print(`  member  ${member.email}  ${member.password}`)
  print(`Early testers sign up at ${new URL(`/promo-signup?k=${testerKey}`, site.url).href}`)
  if (payments.mode === 'test' && payments.apiUrl)
    print(`Payments are test payments: ${payments.apiUrl.href} stands in for Stripe, and takes no money.`)
  print(`Data is kept in ${dataDir}; Ctrl-C stops. Clips appear as they are made.`)
}
