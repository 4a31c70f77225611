import type { APIRequestContext, Page } from '@playwright/test'
import { bearer } from '../support/members.ts'
import { expect } from '../support/test.ts'
import { signInAsKnown } from './set-shop.ts'

let made = 0

interface MadeSet {
  path: string
  ids: number[]
}

/** A unique name for a set. */
export const ownName = (word: string): string => `${word} ${process.pid} ${++made}`

/** Makes a set as the admin, by the API; leaves the page signed out. */
export async function aSet(
  page: Page,
  kind: 'promo' | 'curated',
  { clips = 4, days = 3 } = {},
): Promise<MadeSet> {
  await signInAsKnown(page, 'admin')
  const headers = await bearer(page)
  const ids = (await allClips(page.request)).slice(0, clips)
  const name = ownName(kind)
  const data =
    kind === 'promo'
      ? { promo_name: name, source_ids: ids, expires_in_days: days }
      : { curated_name: name, source_ids: ids }
  const answer = await page.request.post(`/api/${kind}`, { headers, data })
  expect(answer.status()).toBe(201)
  await page.evaluate(() => localStorage.clear())
  return { path: new URL((await answer.json()).url).pathname, ids }
}

async function allClips(request: APIRequestContext): Promise<number[]> {
  const { sources } = await (await request.get('/api/medias/search?q=')).json()
  return sources.map(({ id }: { id: number }) => id)
}

/** Ids of the clips that the page shows, in order. */
export const shownIds = (page: Page) =>
  page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => Number((tile as HTMLElement).dataset.clip)))
