import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Download, Page, Request } from '@playwright/test'
import type JSZip from 'jszip'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Source } from '#contract/clips/clips.ts'
import { boardsTexts } from '#i18n/boards/texts.ts'
import { formatsTexts } from '#i18n/formats/texts.ts'
import { relinkTexts } from '#i18n/relink/texts.ts'
import { strings } from '#i18n/strings.ts'
import { findTools } from '#server/ingest/tools.ts'
import * as projects from '../../support/relink/project-files.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { unzipped } from '../sets/saved-films.ts'
import { theDialog } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, freeMember, signedIn } from '../support/members.ts'
import { aScreenshot, expectFirst } from '../support/screenshot.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

type Locale = 'en' | 'ja'

const nameOf = ({ media }: Source) => `nagare_${media.file_name}`
const pathOf = (locale: Locale, path: string) => (locale === 'ja' ? `/ja${path}` : path)

const ingested = ({ request }: Page) =>
  Promise.all(['fuji', 'lantern', 'shibuya', 'pagoda'].map((query) => aClip(request, query)))

/** Drops files, whose bytes are passed in, on the page's place for projects. */
async function drop(page: Page, files: readonly projects.ProjectFile[]): Promise<void> {
  const sent = files.map(({ name, buffer }) => ({ name, text: buffer.toString('latin1') }))
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, text } of all)
      transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name))
    return transfer
  }, sent)
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data })
}

/** Bodies of the requests that the page makes meanwhile. */
function watchBodies(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request: Request) => {
    const body = request.postData()
    if (body !== null) bodies.push(body)
  })
  return bodies
}

async function savedBy(page: Page, button: string | RegExp): Promise<Download> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return saving
}

type Probed = Record<string, unknown> & { tags: Record<string, string> }

async function probe(film: Uint8Array): Promise<Probed> {
  const folder = await mkdtemp(join(tmpdir(), 'relink-'))
  await writeFile(join(folder, 'film.mp4'), film)
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', join(folder, 'film.mp4')]
  const { stdout } = await promisify(execFile)((await findTools()).ffprobe, args)
  await rm(folder, { recursive: true })
  const { streams, format } = JSON.parse(stdout)
  return { ...streams[0], tags: format.tags }
}

/** The zip has the full film of each clip under the name asked for, and a certificate of each. */
async function expectFullFilms(page: Page, zip: JSZip, wanted: Map<string, Source>): Promise<void> {
  const names = Object.keys(zip.files).filter((name) => name.endsWith('.mp4'))
  expect(names.sort()).toEqual([...wanted.keys()].sort())
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  for (const { file, licence } of manifest.clips) {
    const { id, width, height, media, title } = wanted.get(file)!
    const film = await zip.file(file)!.async('uint8array')
    // A note of where it comes from may follow the film.
    expect(film.length).toBeGreaterThanOrEqual(media.byte_size)
    expect(await probe(film)).toMatchObject({ width, height, codec_name: 'h264' })
    const pdf = await zip.file(`certificates/licence_${licence}.pdf`)!.async('uint8array')
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true })
    expect(text).toContain(licence)
    const genuine = await page.request.get(`/verify/${licence}`)
    expect(genuine.status()).toBe(200)
    const page_ = await genuine.text()
    expect(page_).toContain(title)
    expect(page_).toContain(`/m/${id}`)
  }
}

/** Finds a clip by a screenshot of it, and collects it. */
async function collected(page: Page, locale: Locale): Promise<void> {
  const t = boardsTexts(locale)
  const { id, file } = await aScreenshot(page, 'fuji')
  await page.goto(pathOf(locale, '/'), { waitUntil: 'networkidle' })
  await page.getByLabel(strings(locale).header.searchPicture).setInputFiles(file)
  await expectFirst(page, id)
  await page.goto(pathOf(locale, `/m/${id}`), { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: t.addTo, exact: true }).click()
  const dialog = theDialog(page)
  const name = `Film ${Date.now()}`
  await dialog.getByLabel(t.newName).fill(name)
  await dialog.getByRole('button', { name: t.addNew }).click()
  await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
  await page.keyboard.press('Escape')
}

/** Saves the comp on the clip's page. Returns what an editing program goes by. */
async function savedComp(page: Page, locale: Locale, clip: Source) {
  const t = strings(locale).download
  await page.goto(pathOf(locale, `/m/${clip.id}`), { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: t.formats }).click()
  const saved = await savedBy(page, new RegExp(`^${formatsTexts(locale).comp}`))
  await expect(page.getByText(t.compStarted)).toBeVisible()
  expect(saved.suggestedFilename()).toBe(nameOf(clip))
  const film = await probe(await readFile(await saved.path()))
  expect(film.tags.comment).toContain(`Comp, licence needed. Clip ${clip.id}, `)
  return clockOf(film)
}

const clockOf = ({ nb_frames, r_frame_rate, time_base, duration_ts, width, height }: Probed) => ({
  ...{ nb_frames, r_frame_rate, time_base, duration_ts },
  ratio: Number(width) / Number(height),
})

/** One project of each program, each with another clip, some under names that a second copy got. */
async function aProjectOfEach(clips: readonly Source[]) {
  const [a, b, c, d] = clips.map(nameOf) as [string, string, string, string]
  const copy = b.replace('.mp4', ' (1).mp4')
  const files = [
    projects.prproj(a),
    projects.fcpxml(copy),
    projects.xmeml(c),
    projects.otio(d),
    projects.edl(a),
    projects.aep(c),
    projects.capcut(d),
    await projects.drp(a),
  ]
  const named = [a, copy, c, d].map((name, at) => [name, clips[at]!] as const)
  return { files, wanted: new Map(named) }
}

// A certificate may take too long on a busy machine; the page asks again.
test.use({ expectedNoise: /status of 503/ })

async function relinks(page: Page, locale: Locale): Promise<void> {
  const t = relinkTexts(locale)
  await signedIn(page, KNOWN_MEMBERS.pro)
  await collected(page, locale)
  const clips = await ingested(page)
  const comp = await savedComp(page, locale, clips[0]!)
  const { files, wanted } = await aProjectOfEach(clips)
  await page.goto(pathOf(locale, '/relink'), { waitUntil: 'networkidle' })
  const bodies = watchBodies(page)
  await drop(page, files)
  await expect(page.getByRole('heading', { name: t.compsTitle(4) })).toBeVisible()
  // Each name, and without the mark of a copy; nothing else of the projects.
  const [asked] = bodies.map((body) => JSON.parse(body))
  expect(bodies).toHaveLength(1)
  expect(asked.names.toSorted()).toEqual([...new Set([...wanted.keys(), ...clips.map(nameOf)])].sort())
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const saved = await savedBy(page, /4/)
  expect(saved.suggestedFilename()).toBe('nagare_relink_films.zip')
  const zip = await unzipped(saved)
  await expectFullFilms(page, zip, wanted)
  const full = await zip.file(nameOf(clips[0]!))!.async('uint8array')
  expect(clockOf(await probe(full))).toEqual(comp)
  expect(await zip.file('relink.txt')!.async('string')).toContain(t.how[1]!)
}

test('a clip is found by a picture and collected, its comp is saved, cut, and relinked to the full film', ({
  page,
}) => relinks(page, 'en'))

test('the same on a Japanese phone', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await relinks(page, 'ja')
})

test(
  'a project without comps says so; who may not have full films sees why, and how to get them',
  LONG,
  async ({ page }) => {
    const t = relinkTexts('en')
    await page.goto('/relink', { waitUntil: 'networkidle' })
    const bodies = watchBodies(page)
    await drop(page, [projects.otio('other.mp4')])
    await expect(page.getByText(t.none)).toBeVisible()
    expect(bodies).toEqual([])
    const [clip] = await ingested(page)
    const files = [projects.otio('nagare_gone.mp4'), projects.capcut(nameOf(clip!))]
    await drop(page, files)
    await expect(page.getByText(t.signIn)).toBeVisible()
    await expect(page.getByText('nagare_gone.mp4')).toHaveCount(1)
    await freeMember(page)
    await page.goto('/relink', { waitUntil: 'networkidle' })
    await drop(page, files)
    await expect(page.getByText(t.needsMembership)).toBeVisible()
    await page.getByRole('button', { name: /1 full film/ }).click()
    await expect(page.getByText(strings('en').download.blocked)).toBeVisible()
  },
)

test(
  'a collection is saved as comps by everybody, and as full films with certificates by members',
  LONG,
  async ({ page }) => {
    const t = boardsTexts('en')
    await signedIn(page, KNOWN_MEMBERS.pro)
    const clips = (await ingested(page)).slice(0, 3)
    const headers = await bearer(page)
    const data = { name: 'Opening titles', source_ids: clips.map(({ id }) => id) }
    const { id } = await (await page.request.post('/api/user/boards', { headers, data })).json()
    await page.goto(`/collections?id=${id}`, { waitUntil: 'networkidle' })
    const films = await savedBy(page, t.films)
    expect(films.suggestedFilename()).toBe('nagare_opening-titles_collection.zip')
    await expectFullFilms(page, await unzipped(films), new Map(clips.map((clip) => [nameOf(clip), clip])))
    await page.request.delete(`/api/user/boards/${id}`, { headers })

    await page.evaluate(() => localStorage.clear())
    await freeMember(page)
    const mine = await page.request.post('/api/user/boards', { headers: await bearer(page), data })
    await page.goto(`/collections?id=${(await mine.json()).id}`, { waitUntil: 'networkidle' })
    const comps = await savedBy(page, t.comps)
    expect(comps.suggestedFilename()).toBe('nagare_opening-titles_comps.zip')
    const zip = await unzipped(comps)
    const names = Object.keys(zip.files).filter((name) => name.endsWith('.mp4'))
    expect(names.sort()).toEqual(clips.map((clip) => `comps/${nameOf(clip)}`).sort())
    for (const clip of clips) {
      const film = await probe(await zip.file(`comps/${nameOf(clip)}`)!.async('uint8array'))
      expect(film.tags.comment).toContain(`Comp, licence needed. Clip ${clip.id}, `)
    }
    expect(await zip.file('licence.txt')!.async('string')).toContain('These are comps')
  },
)
