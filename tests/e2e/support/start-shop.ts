import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import { freePort } from '../../support/free-port.ts'
import { failOnLeaks, watchLine } from '../../support/leaks/leaks.ts'
import { watchProcess } from '../../support/leaks/watched-log.ts'
import { quickFolder } from '../../support/run-folder.ts'
import { ingestLibrary } from './ingest-library.ts'
import { runScript } from './run-script.ts'

const SECRET_KEY = 'sk_test_of_the_browser_tests'
const WEBHOOK_SECRET = 'whsec_of_the_browser_tests'

/**
 * Global setup: ingests a small library, starts the built server and a Stripe emulator, and stops both at the end.
 * own-shop.ts starts copies of this shop for tests that would disturb it.
 */
export default async function startShop(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(quickFolder(), 'nagare-e2e-'))
  // Where browsers keep their profiles, and the shops of tests their data.
  process.env.TMPDIR = folder
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const base = await prepare(folder)
    const emulator = await startStripeEmulator({
      secretKey: SECRET_KEY,
      webhook: { url: `${base.SITE_URL}/api/payment/stripe-webhook`, secret: WEBHOOK_SECRET },
      productName: 'Nagare Pro',
      log: watchLine,
    })
    const env = { ...base, STRIPE_API_URL: emulator.url.origin }
    const server = spawn(process.execPath, ['tests/support/children/site-child.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = watchProcess(server, { level: 'warn', settings: env })
    await answers(`${env.SITE_URL}/readyz`, server)
    process.env.NAGARE_URL = env.SITE_URL
    process.env.NAGARE_OUTBOX = join(env.DATA_DIR, 'outbox')
    process.env.NAGARE_STRIPE_URL = emulator.url.origin
    process.env.NAGARE_LIBRARY = folder
    return async () => {
      await ended(server)
      await said
      await emulator.close()
      removeFolder()
      failOnLeaks()
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

async function prepare(folder: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    ...childEnvironment,
    DATA_DIR: join(folder, 'data'),
    SITE_URL: `http://localhost:${port}`,
    PORT: String(port),
    HOST: 'localhost',
    MEDIA_KEYS: 'e2e'.repeat(12),
    // Each test sends its own address; see test.ts.
    TRUST_PROXY: 'on',
    // Every line is searched for secrets; only warnings are shown.
    LOG_LEVEL: 'trace',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    CONTACT_FORM_URL: 'https://forms.example/nagare',
  }
  await ingestLibrary(folder, env)
  await runScript(['tests/support/shop/add-members.ts'], env)
  copyFileSync(join(env.DATA_DIR, 'nagare.db'), join(folder, 'template.db'))
  return env
}

async function ended(server: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exit
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not get ready within 10 s')
}
