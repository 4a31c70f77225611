import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { createAdmin } from '#server/accounts/create-admin.ts'
import { createTestMember } from '#server/accounts/create-test-member.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { openDeps } from '#server/open-deps.ts'
import { startDemoIngest } from './demo-ingest.ts'
import { type DemoSignIns, demoMediaKey, demoSignIns } from './demo-secrets.ts'
import { EXIT_HELP } from './exit-codes.ts'
import { print } from './print.ts'

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('serve the site with the demo library; everything is kept in DATA_DIR (./data)')
    .addHelpText('after', EXIT_HELP)
    .action(demo)
}

async function demo(): Promise<void> {
  const env = await demoEnvironment()
  const config = parseConfig(env)
  const deps = await openDeps(config)
  const signIns = await prepare(deps, config)
  // Only this command needs the built site, so the others run without it.
  const { startServer } = await import('../server.ts')
  const server = await startServer({ config, deps })
  announce(config, signIns)
  const ingest = startDemoIngest(env)
  const stop = async () => {
    await Promise.all([server.close(), ingest.end()])
    await deps.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** Like production's, except that what an operator would choose has a value. */
async function demoEnvironment(): Promise<NodeJS.ProcessEnv> {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  await mkdir(dataDir, { recursive: true })
  return {
    ...process.env,
    SITE_URL: process.env.SITE_URL || `http://localhost:${process.env.PORT || 4321}`,
    MEDIA_KEYS: process.env.MEDIA_KEYS || (await demoMediaKey(dataDir)),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
}

async function prepare(deps: Deps, { dataDir }: Config): Promise<DemoSignIns> {
  await migrateToLatest(deps.db)
  const signIns = await demoSignIns(dataDir)
  await createAdmin(deps, signIns.admin)
  await createTestMember(deps, signIns.member)
  return signIns
}

function announce({ site, dataDir }: Config, { admin, member }: DemoSignIns): void {
  print(`${site.name} is at ${site.url.href}`)
  print(`  admin   ${admin.email}  ${admin.password}`)
  print(`  member  ${member.email}  ${member.password}`)
  print(`Data is kept in ${dataDir}; Ctrl-C stops. Clips appear as they are made.`)
}
