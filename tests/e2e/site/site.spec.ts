import { LOCALES, localeOf, withoutLocale } from '#domain/address/locale-path.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { KNOWN_TESTER_KEY } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { oncePerRun } from '../support/once-per-run.ts'
import { test as shared } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { type Answered, crawl, kindOf, oneOfEachKind } from './crawl.ts'
import { englishLeft } from './english-left.ts'

/** Every linked URL; the first worker crawls for all. */
const test = shared.extend<{ site: Answered[] }>({
  site: [
    async ({ browser }, use) => {
      const site = await oncePerRun('site', async () => {
        const page = await browser.newPage()
        const answered = await crawl(page, KNOWN_TESTER_KEY)
        await page.close()
        return answered
      })
      await use(site)
    },
    { timeout: 120_000 },
  ],
})

type Found = Required<Answered>
const pagesOf = (site: Answered[]) => site.filter((answer): answer is Found => answer.page !== undefined)

/** URLs of the pages with this fault. */
const where = (site: Answered[], wrong: (found: Found) => boolean) =>
  pagesOf(site)
    .filter(wrong)
    .map(({ url }) => url)

test('no link is broken', ({ site }) => {
  const statuses = new Map(site.map(({ url, status }) => [url, status]))
  const broken = pagesOf(site).flatMap(({ url, page }) =>
    page.links
      .filter((link) => (statuses.get(link.split('#')[0]!) ?? 200) !== 200)
      .map((link) => `${url} leads to ${link}`),
  )
  expect(broken).toEqual([])
  expect(site.filter(({ status }) => status !== 200).map(({ url, status }) => `${url} is ${status}`)).toEqual(
    [],
  )
  expect(site.length).toBeGreaterThan(60)
})

test('no link has a missing anchor', ({ site }) => {
  const ids = new Map(pagesOf(site).map(({ url, page }) => [url, page.ids]))
  const links = pagesOf(site).flatMap(({ url, page }) => page.links.map((link) => ({ url, link })))
  // Only scripts render the account's lists; the contact form reads its topic from the fragment.
  const forScripts = /\/(account#sets|contact(\?clip=\d+)?#(report|feedback|licence|question))$/
  const anchored = links.filter(({ link }) => link.includes('#') && !forScripts.test(link))
  const lost = anchored.filter(({ link }) => {
    const [target = '', id = ''] = link.split('#')
    return ids.get(target)?.includes(decodeURIComponent(id)) === false
  })
  expect(lost.map(({ url, link }) => `${url} leads to ${link}`)).toEqual([])
  expect(anchored.length).toBeGreaterThan(60)
})

test('every page has one headline, a title and a description in its own language, and no id twice', ({
  site,
}) => {
  expect(where(site, ({ page }) => page.h1.length !== 1 || page.h1[0] === '')).toEqual([])
  expect(where(site, ({ page }) => !page.title || !page.description)).toEqual([])
  expect(where(site, ({ url, page }) => page.lang !== localeOf(url))).toEqual([])
  expect(where(site, ({ page }) => new Set(page.ids).size !== page.ids.length)).toEqual([])
})

test('every page links to the other language', ({ site }) => {
  const [en, ja] = LOCALES.map((locale) =>
    oneOfEachKind(site, locale)
      .map((url) => kindOf(withoutLocale(url)))
      .toSorted(),
  )
  expect(ja).toEqual(en)
})

/** To a stranger each room of the studio shows what `/studio` does, and each version of the terms is one text more. */
const LIKE_ANOTHER = /^\/(?:ja\/)?(?:studio|admin|terms|privacy)\//

/** Spreads the pages over the workers. */
const PARTS = [0, 1, 2]

for (const locale of LOCALES)
  for (const part of PARTS)
    test(
      `axe finds nothing on any kind of page (${locale}, ${part}) in either theme, and it fits a phone`,
      locale === 'en' ? {} : LONG,
      async ({ page, site }) => {
        test.setTimeout(300_000)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const usual = page.viewportSize()!
        const urls = oneOfEachKind(site, locale).filter((url) => IN_LONG_TEST || !LIKE_ANOTHER.test(url))
        expect(urls.length).toBeGreaterThan(12)
        for (const url of urls.filter((_, n) => n % PARTS.length === part)) {
          await test.step(url, async () => {
            await page.goto(url, { waitUntil: 'networkidle' })
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
            if (locale === 'ja') expect(await englishLeft(page)).toEqual([])
            await expectAccessible(page, ['light', 'dark'])
            await page.setViewportSize({ width: 320, height: 640 })
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
            await page.setViewportSize(usual)
          })
        }
      },
    )
