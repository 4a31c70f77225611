import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aLibrary, aPhoto, contentsOf, type Library, makeVideo } from '../../support/footage.ts'
import { runCli, startCli } from '../../support/run-cli.ts'
import { IN_LONG_TEST, runs } from '../../support/runs.ts'

/** Each kill comes before the library is complete. */
const LIBRARIES = runs(4, 1)
const KILLS_EACH = runs(5, 2)
const FILES = IN_LONG_TEST ? 4 : 2

let folder: string
let undisturbed: Awaited<ReturnType<typeof contentsOf>>
let duration: number

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'nagare-crash-')), 'footage')
  await mkdir(folder)
  await makeVideo(join(folder, 'one.mp4'))
  await makeVideo(join(folder, 'three.mp4'), { size: '96x160' })
  if (IN_LONG_TEST) {
    await makeVideo(join(folder, 'two.webm'), {
      size: '160x90',
      output: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
    })
    await aPhoto(160, 120).jpeg().toFile(join(folder, 'still.jpg'))
  }
  await writeFile(
    join(folder, 'metadata.csv'),
    'file,title_en,category\none.mp4,One,sea\nstill.jpg,Still,temple\n',
  )
  const library = await aLibrary()
  const start = performance.now()
  expect((await ingest(library)).code).toBe(0)
  duration = performance.now() - start
  undisturbed = await contentsOf(library)
  await library.close()
}, 120_000)
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

const ingest = ({ env }: Library) => runCli(['ingest', folder], env)

test.each(Array.from({ length: LIBRARIES }, (_, i) => i + 1))(
  'killed again and again at random moments, the library ends as if nothing had happened (%i)',
  async () => {
    const library = await aLibrary()
    onTestFinished(library.close)
    const watch = watchReader(library)
    for (let kill = 0; kill < KILLS_EACH; kill++) await ingestAndKill(library, Math.random() * duration * 0.8)
    const last = await ingest(library)
    const incomplete = await watch.stop()
    expect(last).toMatchObject({ code: 0, stdout: expect.stringContaining('0 refused') })
    expect(incomplete).toEqual([])
    expect(await contentsOf(library)).toEqual(undisturbed)
  },
  120_000,
)

async function ingestAndKill({ env }: Library, after: number): Promise<void> {
  const { child, result } = startCli(['ingest', folder], env)
  await sleep(after)
  child.kill('SIGKILL')
  await result
}

/** Polls like a visitor and collects visible clips that are incomplete. */
function watchReader(library: Library): { stop: () => Promise<string[]> } {
  let stopped = false
  const incomplete: string[] = []
  const polling = (async () => {
    while (!stopped) {
      incomplete.push(...(await incompleteClips(library)))
      await sleep(40)
    }
  })()
  const stop = async () => {
    stopped = true
    await polling
    return incomplete
  }
  return { stop }
}

async function incompleteClips({ deps: { db, storage } }: Library): Promise<string[]> {
  const clips = await db
    .selectFrom('sources')
    .leftJoin('medias', 'medias.source_id', 'sources.id')
    .selectAll()
    .execute()
  const problems: string[] = []
  for (const clip of clips) {
    const urls = [
      clip.preview_url,
      clip.preview_av1_url,
      clip.watermarked_url,
      clip.thumbnail_url,
      `/media/${clip.cloudpath}`,
    ]
    const keys = urls.filter(Boolean).map((url) => String(url).replace('/media/', ''))
    const found = await Promise.all(keys.map((key) => storage.stat(key)))
    if (!clip.cloudpath || found.some((object) => !object?.size))
      problems.push(`${clip.title}: ${keys.join(' ')}`)
  }
  return problems
}

test.runIf(IN_LONG_TEST)(
  'two processes on one folder make each clip once',
  async () => {
    const library = await aLibrary()
    onTestFinished(library.close)
    const both = await Promise.all([ingest(library), ingest(library)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const made = both.map(({ stdout }) => Number(/(\d+) made/.exec(stdout)?.[1]))
    expect((made[0] ?? 0) + (made[1] ?? 0)).toBe(FILES)
    expect(await contentsOf(library)).toEqual(undisturbed)
  },
  120_000,
)

test('Ctrl-C ends the run cleanly and says how to continue, and the next run does', async () => {
  const library = await aLibrary()
  onTestFinished(library.close)
  const { child, result } = startCli(['ingest', folder], library.env)
  await new Promise((resolve) => child.stderr?.once('data', resolve))
  child.kill('SIGINT')
  const { code, stderr } = await result
  expect(code).toBe(130)
  expect(stderr).toContain('Run the same command again to go on')
  expect((await ingest(library)).code).toBe(0)
  expect(await contentsOf(library)).toEqual(undisturbed)
}, 120_000)
