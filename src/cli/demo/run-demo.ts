import { resolve } from 'node:path'
import { print } from '#cli/output.ts'
import { createAdmin, createTestMember } from '#server/accounts/operator-accounts.ts'
import { claimsBeyondLibrary } from '#server/clips/claims.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { makeFolder } from '#server/make-folder.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { listTesterKeys, makeTesterKeys } from '#server/testers/tester-keys.ts'
import { startDemoIngest } from './demo-ingest.ts'
import { type DemoSignIns, demoMediaKey, demoSignIns } from './demo-secrets.ts'
import { demoStripeSettings, startDemoStripe } from './demo-stripe.ts'

/** Milliseconds between looks whether npm's shell is still there. */
const PARENT_MS = 500

/** Starts a server; `config` is parsed from `env`. */
type StartServer = (options: {
  config: Config
  env: NodeJS.ProcessEnv
}) => Promise<{ close(): Promise<void> }>

interface DemoOptions {
  startServer: StartServer
  /** `always` resumes an earlier start; known files are skipped. */
  ingest: 'always' | 'whenEmpty'
}

/** Serves the demo library until Ctrl-C. Shared by `demo` (the built site) and `dev` (hot reload). */
export async function runDemo({ startServer, ingest: when }: DemoOptions): Promise<void> {
  const env = await demoEnvironment()
  const config = parseConfig(env)
  const { signIns, testerKey, isEmpty, claims } = await prepare(config)
  const stripe = await startDemoStripe(config)
  const server = await startServer({ config, env })
  for (const line of greeting(config, signIns, testerKey)) print(line)
  if (claims) print(claims)
  const ingest = when === 'always' || isEmpty ? startDemoIngest(env) : undefined
  const stop = async (signal: NodeJS.Signals) => {
    await Promise.all([ingest?.stop(signal), server.close()])
    await stripe?.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stop('SIGTERM'))
}

/** `npm run` starts us by a shell, which ends with npm's SIGTERM and does not pass it on. */
function whenParentEnds(end: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, PARENT_MS)
  looking.unref()
}

/** Production's settings, with a default for each one that an operator must choose. */
export async function demoEnvironment(): Promise<NodeJS.ProcessEnv> {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  await makeFolder(dataDir)
  return {
    ...process.env,
    ...(await demoStripeSettings(dataDir, process.env)),
    SITE_URL: process.env.SITE_URL || `http://localhost:${process.env.PORT || 4321}`,
    MEDIA_KEYS: process.env.MEDIA_KEYS || (await demoMediaKey(dataDir)),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    TIME_ZONE: process.env.TIME_ZONE || 'Asia/Tokyo',
    // Few, so that the small library shows paging.
    CLIPS_PER_PAGE: process.env.CLIPS_PER_PAGE || '12',
  }
}

/** Migrates the database and creates the accounts and a tester key. */
async function prepare(
  config: Config,
): Promise<{ signIns: DemoSignIns; testerKey: string; isEmpty: boolean; claims: string | undefined }> {
  const deps = await openDeps(config)
  try {
    await migrateToLatest(deps.db)
    const signIns = await demoSignIns(config.dataDir)
    await createAdmin(deps, signIns.admin)
    await createTestMember(deps, signIns.member, 'pro')
    await createTestMember(deps, signIns.free, null)
    const clip = await deps.db.selectFrom('sources').select('id').limit(1).executeTakeFirst()
    const testerKey = await demoTesterKey(deps)
    return { signIns, testerKey, isEmpty: clip === undefined, claims: await claimsBeyondLibrary(deps) }
  } finally {
    await deps.close()
  }
}

/** The key of an earlier start, unless it was revoked. */
async function demoTesterKey(deps: Parameters<typeof makeTesterKeys>[0]): Promise<string> {
  const known = (await listTesterKeys(deps)).find(({ label, revoked_at }) => label === 'demo' && !revoked_at)
  if (known) return known.key
  const [key = ''] = await makeTesterKeys(deps, { count: 1, label: 'demo' })
  return key
}

/** The lines with the demo's URL and sign-ins. */
export function greeting(
  { site, dataDir, payments }: Config,
  { admin, member, free }: DemoSignIns,
  testerKey: string,
): string[] {
  const lines = [
    `${site.name} is at ${site.url.href}`,
    `  admin   ${admin.email}  ${admin.password}`,
    `  member  ${member.email}  ${member.password}`,
    `  free    ${free.email}  ${free.password}`,
    `Early testers sign up at ${new URL(`/promo-signup?k=${testerKey}`, site.url).href}`,
  ]
  if (payments.mode === 'test' && payments.apiUrl)
    lines.push(
      `Payments are test payments: ${payments.apiUrl.href} stands in for Stripe, and takes no money.`,
    )
  return [...lines, `Data is kept in ${dataDir}; Ctrl-C stops. Clips appear as they are made.`]
}
