import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { DAY_MS } from '#domain/dates/spans.ts'
import { spawnModule } from '../../support/children/child.ts'
import { failOnLeaks } from '../../support/leaks/leaks.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { signInAs } from '../support/people.ts'
import { test as sharedTab } from '../support/shared-tab.ts'
import { test as plain } from '../support/test.ts'

interface SetShop {
  origin: string
  /** Moves the server's clock, also back. */
  pass(days: number): Promise<void>
}

interface Clock {
  /** Moves the server's clock for the rest of the test. */
  passDays(days: number): Promise<void>
}

const fixtures: Parameters<typeof plain.extend<{ shop: SetShop; clock: Clock }>>[0] = {
  shop: [async ({ shared }, use) => use(await shared.get('set shop', openSetShop)), { timeout: 120_000 }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  clock: async ({ shop }, use) => {
    let passed = 0
    await use({
      async passDays(days) {
        passed += days
        await shop.pass(days)
      },
    })
    await shop.pass(-passed)
  },
}

/** Tests of sets: a worker shares one shop, whose clock can be moved, and one tab. */
export const test = sharedTab.extend<{ shop: SetShop; clock: Clock }>(fixtures)
/** The same with a tab of its own; see shared-tab.ts for when. */
export const fresh = plain.extend<{ shop: SetShop; clock: Clock }>(fixtures)

async function openSetShop() {
  const { process: child, lines } = spawnModule(
    new URL('../../support/children/set-shop-child.ts', import.meta.url),
    [],
  )
  const { value: origin } = await lines.next()
  if (!origin) throw new Error('The shop did not open')
  return {
    origin: origin as string,
    async pass(days: number) {
      child.stdin.write(`${days * DAY_MS}\n`)
      await lines.next()
    },
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      const [code] = await ended
      failOnLeaks()
      if (code !== 0) throw new Error(`The shop ended with ${code}; its output is above`)
    },
  }
}

/** Signs in as a known member. */
export async function signInAsKnown(page: Page, who: 'admin' | 'pro'): Promise<void> {
  await page.goto('/healthz')
  await signInAs(page, KNOWN_MEMBERS[who])
}
