import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aPhoto, makeVideo } from '../../support/footage.ts'
import { runs } from '../../support/runs.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { signInAs } from '../support/people.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import { openKillableShop } from './killable-shop.ts'
import { EVERYWHERE, whereSeen } from './where-seen.ts'

const FILMS = runs(22, 2)
const PHOTOS = runs(5, 0)

// The server is killed while files are sent, and duplicates are refused.
test.use({ expectedNoise: /Failed to load resource|could not be|Live events|tried again/ })

/**
 * Films and photographs, including a duplicate and a broken file, and a sheet made for Shutterstock. Returns their
 * paths.
 */
async function makeFootage(folder: string): Promise<string[]> {
  mkdirSync(folder)
  for (let n = 0; n < FILMS; n++) await makeVideo(join(folder, `film-${n}.mp4`), { rate: 24 + n })
  for (let n = 0; n < PHOTOS; n++)
    writeFileSync(
      join(folder, `photo-${n}.jpg`),
      await aPhoto(160 + n * 2, 120)
        .jpeg()
        .toBuffer(),
    )
  writeFileSync(join(folder, 'broken.mp4'), 'no film')
  copyFileSync(join(folder, 'film-0.mp4'), join(folder, 'film-0-again.mp4'))
  const rows = readdirSync(folder)
    .filter((name) => /^(?:film|photo)-\d+\./.test(name))
    .map((name) => `${name},Quiet heron ${name.replace('.', ' ')},"heron,bird",Animals,no`)
  writeFileSync(
    join(folder, 'shutterstock.csv'),
    ['Filename,Description,Keywords,Categories,Editorial', ...rows, ''].join('\n'),
  )
  return readdirSync(folder).map((name) => join(folder, name))
}

const found = async (page: Page, text: string): Promise<{ id: number; category: string }[]> =>
  (await (await page.request.get(`/api/medias/search?q=${encodeURIComponent(text)}`)).json()).sources

/** Like dragging files from a folder. */
async function drop(page: Page, files: string[]): Promise<void> {
  const zone = page.locator('.drop-zone')
  await expect(zone).toBeVisible()
  const { x, y } = (await zone.boundingBox())!
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files, dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type, x: x + 40, y: y + 10, data })
  }
}

/** Opens the page of a search from another IP, and waits until it is reported. */
async function searchFrom(page: Page, text: string, visitor: number): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${visitor}` })
  const told = page.waitForRequest(/api\/activity$/)
  await page.goto(`/s/${text}`)
  await told
}

async function addCategory(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name in English').last().fill(name)
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText(`${name} is added.`)).toBeVisible()
}

test('footage is dropped in, survives a crash of the server, is described, published, found, hidden and moved, and demand and log show it all', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const shop = await openKillableShop()
  const page = await browser.newPage({ baseURL: shop.url })
  try {
    const paths = await makeFootage(join(shop.folder, 'footage'))
    await page.goto('/healthz')
    await signInAs(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/uploads')
    await drop(page, paths)
    const rows = page.getByRole('listitem').filter({ has: page.locator('.upload-name') })
    await expect(rows.first()).toBeVisible()
    await shop.crash()
    await expect(rows.filter({ has: page.getByText('Ready', { exact: true }) })).toHaveCount(FILMS + PHOTOS, {
      timeout: 180_000,
    })
    await expect(rows.filter({ hasText: 'broken.mp4' })).toContainText('not a film or a photograph')
    await expect(
      rows
        .filter({ hasText: 'In the library already' })
        .or(rows.filter({ hasText: 'are in the library already' })),
    ).toHaveCount(1)
    await expect(rows.filter({ hasText: 'shutterstock.csv' })).toContainText(/[1-9] rows applied/)
    await expectAccessible(page)

    await page.goto('/studio/categories')
    await addCategory(page, 'Birds')
    await addCategory(page, 'Waders')

    await page.goto('/studio/library?state=draft')
    const list = page.getByRole('grid')
    await expect(list.locator('[data-index]').first()).toContainText('Quiet heron')
    expect(await found(page, 'heron')).toEqual([])
    const many = (FILMS + PHOTOS) as number
    const change = async (operation: string, fill: () => Promise<void>, confirm: string) => {
      await list.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.getByRole('button', { name: operation, exact: true }).click()
      await fill()
      await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
      await expect(page.getByText(`${many} clips were changed.`)).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    }
    const choose = (value: string) => async () =>
      void (await page.getByRole('dialog').getByRole('combobox').selectOption(value))
    await change('Category…', choose('birds'), `Change ${many} clips`)
    await change('AI…', choose('no'), `Change ${many} clips`)

    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Zyzzyva heron')
    await expect(page.locator('.clip-saved')).toContainText('Saved')
    const id = Number(page.url().split('/').at(-1))

    await page.goto('/studio/library?state=draft')
    await expect(list.locator('[data-index]').first()).toContainText('heron')
    await change('Publish', async () => {}, `Publish ${many} clips`)
    await expect(async () => {
      expect(await found(page, 'heron')).toHaveLength(many)
      expect(await whereSeen(page.request, id, 'zyzzyva')).toEqual(EVERYWHERE)
    }).toPass({ timeout: 20_000 })

    await page.goto(`/studio/clip/${id}`)
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
    await expect(page.locator('.clip-state')).toHaveText('Hidden')
    await expect(async () => {
      expect(await whereSeen(page.request, id, 'zyzzyva')).toEqual([])
    }).toPass({ timeout: 20_000 })

    await page.goto('/studio/categories')
    const row = page.getByRole('listitem').filter({ has: page.getByText('/t/birds') })
    await row.getByRole('button', { name: 'More for Birds' }).click()
    await row.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').selectOption('Waders')
    await dialog.getByRole('button', { name: 'Move the clips and delete' }).click()
    await expect(page.getByRole('heading', { name: 'Former addresses' })).toBeVisible()
    const moved = await page.request.get('/t/birds', { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, '/t/waders'])
    await expect(async () => {
      expect(new Set((await found(page, 'heron')).map(({ category }) => category))).toEqual(
        new Set(['waders']),
      )
    }).toPass({ timeout: 20_000 })
    await expectAccessible(page)

    for (const visitor of [1, 2, 3]) await searchFrom(page, 'heron', visitor)
    await page.goto('/studio/demand?days=7')
    const searched = page.getByRole('row', { name: 'heron' })
    await expect(async () => {
      await page.reload()
      await expect(searched.getByRole('cell').first()).toHaveText(/^3/, { timeout: 1500 })
    }).toPass()

    await page.goto('/studio/log?kind=category')
    for (const act of ['Added a category', 'Moved a category’s clips to another'])
      await expect(page.getByText(act).first()).toBeVisible()
    await page.goto(`/studio/log?subject=clip:${id}`)
    for (const act of [
      ...['Took footage into the library', 'Moved many clips to a category', 'Edited a clip'],
      ...['Published many clips', 'Published a clip', 'Hid a clip'],
    ])
      await expect(page.getByText(act, { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    for (const [room, title] of Object.entries({
      import: 'Import a sheet',
      privacy: 'Privacy',
      sets: 'Sets',
    })) {
      await page.goto(`/studio/${room}`)
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
      await expectAccessible(page)
    }
  } finally {
    await page.close()
    await shop.close()
  }
})
