import { randomBytes } from 'node:crypto'
import { truncateSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

const BYTES = 300_000
const PATCHES = '**/api/studio/uploads/*'

test('a reload interrupts uploads: the page says so, and the same file resumes', async ({
  page,
}, testInfo) => {
  const name = `interrupted-${Date.now()}.mp4`
  const buffer = randomBytes(BYTES)
  const file = testInfo.outputPath(name)
  writeFileSync(file, buffer)
  await signedIn(page, KNOWN_MEMBERS.editor)
  await page.goto('/studio/uploads')
  // The connection breaks once, after a third. The route stays: removing it stops the page's next requests.
  const cut = Promise.withResolvers<void>()
  let cuts = 0
  await page.route(PATCHES, async (route) => {
    if (route.request().method() !== 'PATCH' || cuts++ > 0) return route.fallback()
    const headers = { ...route.request().headers(), 'content-length': undefined } as never
    await page.request.patch(route.request().url(), { headers, data: buffer.subarray(0, BYTES / 3) })
    cut.resolve()
  })
  await page.getByLabel('Choose files').setInputFiles(file)
  await cut.promise
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()

  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Interrupted.')
  await expect(page.getByRole('status').filter({ hasText: 'interrupted' })).toContainText('in this browser')
  await expect(row.getByRole('progressbar')).toHaveJSProperty('value', 1 / 3)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  const closed: string[] = []
  page.on('request', (request) => closed.push(new URL(request.url()).pathname))
  await page.getByLabel('Choose files').setInputFiles(file)
  expect((await sent).headers()['upload-offset']).toBe(String(BYTES / 3))
  const { id, batch } = await lineOf(name)
  // Rendered now, not after ten minutes of silence.
  await expect.poll(() => closed).toContain(`/api/studio/uploads/batches/${batch}/close`)
  await page.request.delete(`/api/studio/uploads/${id}`, { headers: await bearer(page) })

  async function lineOf(file_name: string) {
    const answer = await page.request.get('/api/studio/uploads', { headers: await bearer(page) })
    const { uploads } = await answer.json()
    return uploads.find((line: { file_name: string }) => line.file_name === file_name)
  }
})

test('a reload while a large file is compared keeps it in the list', LONG, async ({ page }, testInfo) => {
  const name = `large-${Date.now()}.mp4`
  const file = testInfo.outputPath(name)
  writeFileSync(file, '')
  truncateSync(file, 3e9)
  await signedIn(page, KNOWN_MEMBERS.editor)
  await page.goto('/studio/uploads')
  await page.getByLabel('Choose files').setInputFiles(file)
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Is it in the library already?')
  await expect(row.getByRole('progressbar')).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(row).toContainText('Interrupted.')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('what the library has is said at the top, and small photographs are asked about', async ({
  page,
}, testInfo) => {
  const photo = testInfo.outputPath(`small-${Date.now()}.jpg`)
  await sharp({ create: { width: 100, height: 176, channels: 3, background: '#207040' } }).toFile(photo)
  const film = testInfo.outputPath('twin.mp4')
  writeFileSync(film, randomBytes(BYTES))
  await signedIn(page, KNOWN_MEMBERS.editor)
  const { id: clip } = await aClip(page.request, 'temple')
  await page.route('**/uploads/known?*', (route) => route.fulfill({ json: { clip } }))
  await page.goto(`/studio/uploads?replaces=${clip}`)
  await page.getByLabel('Choose files').setInputFiles(film)
  const known = page.getByRole('alert').filter({ hasText: 'This file is in the library already' })
  await expect(known).toContainText(`twin.mp4 Clip ${clip}`)
  await expect(known).toContainText(`clip ${clip} keeps its file`)
  await expect(page.getByText('0 of 0 files sent')).toHaveCount(0)
  await known.getByRole('button', { name: 'Close' }).click()
  await expect(known).toHaveCount(0)

  await page.goto('/studio/uploads')
  await page.getByLabel('Choose files').setInputFiles(photo)
  const small = page.getByRole('alert').filter({ hasText: 'This photograph is small' })
  await expect(small).toContainText('100 × 176')
  await expectAccessible(page)
  await small.getByRole('button', { name: 'Make clips of them' }).click()
  await expect(small).toHaveCount(0)
  await expect(known).toContainText(`Clip ${clip}`)
})

test(
  'waiting and rendered files are counted apart, and drafts without sheets, duplicates and published clips',
  LONG,
  async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.editor)
    const answer = await page.request.get('/api/studio/uploads', { headers: await bearer(page) })
    const { at } = await answer.json()
    const line = (n: number, values: object) => ({
      ...{
        id: n.toString(16).padStart(32, '0'),
        batch: null,
        file_name: `${n}.mp4`,
        folder: '',
        kind: 'video',
      },
      ...{
        bytes: 10,
        received: 10,
        user: null,
        state: 'ready',
        stage: '',
        ratio: 1,
        poster: '',
        reason: null,
      },
      ...{
        clip: n,
        clip_state: 'draft',
        replaces: null,
        retry: false,
        created: at,
        updated: at,
        finished: at,
      },
      ...values,
    })
    const waiting = { state: 'waiting', clip: null, clip_state: null, finished: null }
    const known = { reason: { code: 'known', text: '' } }
    const lines = [
      ...[line(1, {}), line(2, {}), line(2, { id: 'f'.repeat(32) }), line(3, known)],
      ...[line(4, { clip_state: 'published' }), line(5, { clip_state: 'hidden' }), line(6, { replaces: 6 })],
      ...[line(7, waiting), line(8, waiting), line(9, { ...waiting, kind: 'sheet' })],
      line(10, { ...waiting, state: 'rendering' }),
    ]
    await page.route('**/api/studio/uploads', (route) => route.fulfill({ json: { uploads: lines, at } }))
    await page.goto('/studio/uploads')
    const summary = page.locator('.upload-summary')
    await expect(summary).toContainText('1 file is being processed')
    await expect(summary).toContainText('2 files wait for a turn')
    await expect(summary).toContainText('2 drafts are ready')
  },
)

test.describe('on a bad way', () => {
  test.use({ expectedNoise: /status of (409|503)|could not be (sent; retrying|closed)|ERR_/ })

  test(
    'a batch whose closing call is lost with the network is closed again',
    LONG,
    async ({ page }, testInfo) => {
      const name = `cut-${Date.now()}.mp4`
      const file = testInfo.outputPath(name)
      writeFileSync(file, randomBytes(BYTES))
      await signedIn(page, KNOWN_MEMBERS.editor)
      await page.goto('/studio/uploads')
      const closings: string[] = []
      await page.route('**/batches/*/close', (route) => {
        closings.push(route.request().url())
        return closings.length === 1 ? route.abort('internetdisconnected') : route.fallback()
      })
      await page.getByLabel('Choose files').setInputFiles(file)
      const row = page.getByRole('listitem').filter({ hasText: name })
      await expect(row).toContainText('This is not a film', { timeout: 30_000 })
      expect(closings).toEqual([closings[0], closings[0]])
      await row.getByRole('button', { name: 'Remove' }).click()
      await expect(row).toHaveCount(0)
    },
  )

  test(
    'a file that arrives damaged is sent again by itself, as the same upload',
    LONG,
    async ({ page }, testInfo) => {
      const name = `damaged-${Date.now()}.csv`
      const buffer = randomBytes(BYTES)
      const file = testInfo.outputPath(name)
      writeFileSync(file, buffer)
      await signedIn(page, KNOWN_MEMBERS.editor)
      await page.goto('/studio/uploads')
      const asked: string[] = []
      await page.route('**/api/studio/uploads{,/*}', async (route) => {
        const request = route.request()
        const [method, url] = [request.method(), request.url()]
        if (!['POST', 'HEAD', 'PATCH'].includes(method) || url.endsWith('/close')) return route.fallback()
        const before = asked.filter((one) => one.startsWith(method)).length
        if (method === 'PATCH' && before === 0) {
          const headers = { ...request.headers(), 'content-length': undefined } as never
          const data = Buffer.from(buffer)
          data[BYTES / 2]! ^= 1
          const response = await page.request.patch(url, { headers, data })
          asked.push(`PATCH ${response.status()}`)
          return route.fulfill({ response })
        }
        asked.push(method)
        // As when servers are replaced just then.
        if (method === 'HEAD' && before === 0) return route.fulfill({ status: 503 })
        return route.fallback()
      })
      await page.getByLabel('Choose files').setInputFiles(file)
      const row = page.getByRole('listitem').filter({ hasText: name })
      await expect
        .poll(() => asked, { timeout: 20_000 })
        .toEqual(['POST', 'PATCH 409', 'HEAD', 'HEAD', 'PATCH'])
      await expect(row).toContainText('Not read')
      const { uploads } = await (
        await page.request.get('/api/studio/uploads', { headers: await bearer(page) })
      ).json()
      const lines = uploads.filter((line: { file_name: string }) => line.file_name === name)
      expect(lines).toHaveLength(1)
      await page.request.delete(`/api/studio/uploads/${lines[0].id}`, { headers: await bearer(page) })
    },
  )
})
