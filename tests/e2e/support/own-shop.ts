import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#domain/dates/spans.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import { failOnLeaks } from '../../support/leaks/leaks.ts'
import { watchProcess } from '../../support/leaks/watched-log.ts'
import { type Emulator, emulatorAt } from '../billing/emulator.ts'
import { test as sharedTab } from './shared-tab.ts'
import { expect, test as plain } from './test.ts'

/** A shop beside the one of all tests, with the same library. */
export interface OwnShop {
  url: string
  stripe: Emulator
  /** Moves the clock of the site and of Stripe; the browser keeps its own. */
  passDays(days: number): Promise<void>
  close(): Promise<void>
}

/** Starts site and emulator in a process of their own. @param settings override its own */
export async function openShop(settings: Record<string, string>): Promise<OwnShop> {
  const library = process.env.NAGARE_LIBRARY ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'nagare-shop-'))
  copyFileSync(join(library, 'template.db'), join(folder, 'nagare.db'))
  const child = spawn(process.execPath, ['tests/support/children/shop-child.ts'], {
    env: {
      ...process.env,
      ...childEnvironment,
      DATA_DIR: folder,
      STORAGE_URL: `file:${join(library, 'data/media')}`,
      MEDIA_KEYS: 'e2e'.repeat(12),
      TRUST_PROXY: 'on',
      // Every line is searched for secrets. Only fatal ones are shown, since tests cause failures on purpose.
      LOG_LEVEL: 'trace',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = watchProcess(child, { level: 'fatal', settings })
  const ended = once(child, 'exit')
  const [said] = await Promise.race([once(child, 'message'), ended.then(() => [])])
  if (!said) throw new Error('The shop did not start')
  return {
    url: said.site,
    stripe: emulatorAt(said.stripe),
    async passDays(days) {
      const moved = once(child, 'message')
      child.send(days * DAY_MS)
      await moved
    },
    async close() {
      child.disconnect()
      await ended
      await output
      rmSync(folder, { recursive: true, force: true })
      failOnLeaks()
    },
  }
}

/** Each test gets its own shop: for tests that need other settings, move the clock or count everything. */
export const test = plain.extend<{ settings: Record<string, string>; shop: OwnShop }>({
  settings: [{}, { option: true }],
  shop: async ({ settings }, use) => {
    const shop = await openShop(settings)
    await use(shop)
    await shop.close()
  },
  baseURL: async ({ shop }, use) => use(shop.url),
})

/** The tests of a worker share a shop and a tab. They may fail Stripe, which recovers after each, but leave the rest alone. */
export const sharedShopTest = sharedTab.extend<{ shop: OwnShop }>({
  shop: async ({ shared }, use) => {
    const shop = await shared.get('shop', () => openShop({}))
    await use(shop)
    await shop.stripe.clearFaults()
  },
  baseURL: async ({ shop }, use) => use(shop.url),
})

export { expect }
