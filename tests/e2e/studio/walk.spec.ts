import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { strings } from '#i18n/strings.ts'
import { clipTexts } from '#i18n/studio/clip-texts.ts'
import { uploadsTexts } from '#i18n/studio/uploads-texts.ts'
import { makeVideo } from '../../support/footage.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { bearer } from '../support/members.ts'
import { signInAs } from '../support/people.ts'
import { expect, expectAccessible, test as plain } from '../support/test.ts'
import { type KillableShop, openKillableShop } from './killable-shop.ts'

const test = plain.extend<{ shop: KillableShop }>({
  shop: [
    async ({ shared }, use) => use(await shared.get('walked shop', openKillableShop)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
})

/** A way to press and type. */
interface Hand {
  press(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  choose(target: Locator, option: string): Promise<void>
}

const pointer: Hand = {
  press: (target) => target.click(),
  type: (target, text) => target.fill(text),
  choose: async (target, option) => void (await target.selectOption(option)),
}
const finger: Hand = { ...pointer, press: (target) => target.tap() }
const keyboard: Hand = {
  async press(target) {
    await tabTo(target)
    const isChoice = (await target.getAttribute('type')) === 'radio'
    await target.page().keyboard.press(isChoice ? 'Space' : 'Enter')
  },
  async type(target, text) {
    await tabTo(target)
    await target.page().keyboard.press('ControlOrMeta+a')
    await target.page().keyboard.insertText(text)
  },
  async choose(target, option) {
    await tabTo(target)
    await target.page().keyboard.type(option)
  },
}

async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 150; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by Tab`)
}

async function expectRoom(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'fits').toBe(true)
  await expectAccessible(page)
}

interface Walk {
  hand: Hand
  locale: Locale
  title: string
  /** Frames a second, so that each walk has a film of its own. */
  rate: number
}

/** Uploads a film, describes and publishes it, and finds it as a visitor. */
async function walk(page: Page, { hand, locale, title, rate }: Walk): Promise<void> {
  const [uploads, clip, site] = [uploadsTexts(locale), clipTexts(locale), strings(locale)]
  const film = join(tmpdir(), `walk-${process.pid}-${rate}.mp4`)
  await makeVideo(film, { rate })
  await page.goto('/healthz')
  await signInAs(page, KNOWN_MEMBERS.admin)
  const birds = { key: 'birds', label: 'Birds', label_ja: 'Birds' }
  await page.request.post('/api/studio/categories', { data: birds, headers: await bearer(page) })

  await page.goto(localePath(locale, '/studio/uploads'))
  const chooser = page.waitForEvent('filechooser')
  await hand.press(page.getByRole('button', { name: uploads.choose, exact: true }))
  await (await chooser).setFiles(film)
  const row = page.getByRole('listitem').filter({ hasText: `walk-${process.pid}-${rate}` })
  await expect(row).toContainText(uploads.states.ready, { timeout: 30_000 })
  rmSync(film)
  await expectRoom(page)
  await hand.press(row.getByRole('link'))

  await hand.type(
    page.getByRole('textbox', { name: clip.fields[locale === 'ja' ? 'title_ja' : 'title'] }),
    title,
  )
  await hand.choose(page.getByRole('combobox', { name: clip.fields.category, exact: true }), 'Birds')
  await hand.press(page.getByRole('radio', { name: clip.yes, exact: true }))
  await hand.type(page.getByRole('textbox', { name: clip.fields.license, exact: true }), 'House licence')
  await expect(page.locator('.clip-saved')).toContainText(clip.status.saved)
  await expectRoom(page)
  await hand.press(page.getByRole('button', { name: clip.state.publish, exact: true }))
  await hand.press(page.getByRole('dialog').getByRole('button', { name: clip.state.publish, exact: true }))
  await expect(page.locator('.clip-state')).toHaveText(clip.states.published)

  await page.goto(localePath(locale, '/'))
  const search = page.getByRole('combobox', { name: site.header.searchLabel })
  await expect(async () => {
    await hand.type(search, title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 5000 })
  await hand.press(page.getByRole('link', { name: title }).first())
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

test('a film is uploaded, described, published and found by keyboard alone', LONG, ({ page }) =>
  walk(page, { hand: keyboard, locale: 'en', title: 'Quiet zorilla', rate: 21 }),
)

test('a film is uploaded, described, published and found in Japanese', LONG, ({ page }) =>
  walk(page, { hand: pointer, locale: 'ja', title: '静かな川獺', rate: 22 }),
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a film is uploaded, described, published and found', LONG, ({ page }) =>
    walk(page, { hand: finger, locale: 'en', title: 'Quiet quokka', rate: 23 }),
  )
})
