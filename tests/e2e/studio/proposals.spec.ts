import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { completion, failure, GOOD_TEXTS, startModelService } from '../../support/model-service.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { bearer, signedIn } from '../support/members.ts'
import { openShop } from '../support/own-shop.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const HOSTILE = {
  ...{ ...GOOD_TEXTS, title: '<img src=x onerror=alert(1)>', title_ja: '\u202E雨の鳥居' },
  ...{ category: 'palace', keywords: Array.from({ length: 10_000 }, (_, index) => `gate ${index}`) },
}

/** The shop's library with two of its clips as drafts that were just uploaded. */
function withDrafts(file: string): number[] {
  copyFileSync(join(process.env.NAGARE_LIBRARY ?? '', 'template.db'), file)
  const db = new DatabaseSync(file)
  const films = db.prepare(
    "select source_id as id from medias where cloudpath not like 'full/more-%' limit 2",
  )
  const ids = films.all().map(({ id }) => Number(id))
  for (const id of ids) {
    db.prepare(
      "update library set state = 'draft', title = 'DSC 0123', title_ja = '', description_ja = '' where id = ?",
    ).run(id)
    db.prepare(
      `insert into uploads (id, file_name, kind, bytes, state, source_id, created, updated, finished)
       select printf('%032x', id), 'DSC_' || id || '.mov', 'video', 9, 'ready', id, created, created, created
       from library where id = ?`,
    ).run(id)
  }
  db.close()
  return ids
}

test(
  'an editor asks a model for texts, and decides field by field, clip by clip, or for all',
  LONG,
  async ({ browser }, testInfo) => {
    const service = await startModelService()
    const file = testInfo.outputPath('nagare.db')
    const [first, second] = withDrafts(file)
    const shop = await openShop({
      ...{ DATABASE_URL: `sqlite:${file}`, MODEL_URL: service.url, MODEL_KEY: 'sk-Fushimi0Inari1Torii2' },
      ...{ MODEL_NAME: 'stub-1', MODEL_PRICE: 'USD 0.15 0.60', MODEL_CALLS_PER_DAY: '3' },
    })
    const page = await browser.newPage({ baseURL: shop.url })
    const alerts: string[] = []
    page.on('dialog', (dialog) => void alerts.push(dialog.message()))
    await signedIn(page, KNOWN_MEMBERS.editor)
    const panel = page.getByRole('region', { name: 'Proposed texts' })
    const title = page.getByRole('textbox', { name: 'Title in English' })
    const saved = page.locator('.clip-saved')

    await page.goto(`/studio/clip/${first}`)
    service.answers(completion(HOSTILE))
    await panel.getByRole('button', { name: 'Propose texts' }).press('Enter')
    await expect(panel.getByText('雨の鳥居', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(panel).not.toContainText(/onerror|palace|gate 40/)
    await expect(panel).toContainText('Today: 1 of 3 calls · 1,200 tokens read, 300 written · $0.00036')
    await expectAccessible(page)

    service.answers(completion(GOOD_TEXTS))
    await panel.getByRole('button', { name: 'Propose again' }).click()
    await expect(panel.getByText(GOOD_TEXTS.title)).toBeVisible({ timeout: 30_000 })
    await expect(panel).toContainText('instead of “DSC 0123”')
    await expect(title).toHaveValue('DSC 0123')
    await title.fill('My own title')
    await panel.getByRole('button', { name: 'Accept: Title in English' }).press('Enter')
    await expect(title).toHaveValue(GOOD_TEXTS.title)
    await expect(saved).not.toContainText('Somebody else')
    await title.press('Control+z')
    await expect(title).toHaveValue('My own title')
    await expect(saved).toContainText('Saved')
    await panel.getByRole('button', { name: 'Dismiss: Title in Japanese' }).click()
    await expect(panel.getByRole('button', { name: 'Dismiss: Title in Japanese' })).toHaveCount(0)
    await page.reload()
    await expect(panel.getByRole('button', { name: 'Accept: Description in Japanese' })).toBeVisible()
    await expect(panel).not.toContainText('Title in')

    await page.goto('/studio/uploads')
    service.answers(failure(400, 'This model sees no pictures'))
    await panel.getByRole('button', { name: 'Propose texts (1 clip)' }).click()
    const row = page.getByRole('listitem').filter({ hasText: `DSC_${second}.mov` })
    await expect(row).toContainText('The service refused. (400 This model sees no pictures)', {
      timeout: 30_000,
    })
    await panel.getByRole('button', { name: 'Propose texts (1 clip)' }).click()
    await expect(row).toContainText('The calls of this day are used up.', { timeout: 30_000 })
    await page.getByRole('listitem').getByText('Proposed texts').click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Accept all (1 clip)' }).press('Enter')
    await expect(panel.getByRole('button', { name: /^Accept all/ })).toHaveCount(0)
    const headers = await bearer(page)
    const clip = await (await page.request.get(`/api/studio/clips/${first}`, { headers })).json()
    expect(clip).toMatchObject({
      title: 'My own title',
      title_ja: '',
      description_ja: GOOD_TEXTS.description_ja,
    })
    expect(clip.keywords).toEqual(expect.arrayContaining(GOOD_TEXTS.keywords))
    expect([alerts, service.asked.length]).toEqual([[], 3])
    await page.close()
    await shop.close()
    await service.close()
  },
)
