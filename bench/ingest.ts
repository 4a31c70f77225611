import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawWatermark } from '#server/ingest/render/watermark.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { type Bar, report, rounded, skip } from './support/load/report.ts'
import { alternate, type Contender, median, medianOf, ratioOf, type Samples } from './support/load/rounds.ts'
import { encodeAlone, FILMS, type RawFrames, runPlainScript } from './support/peers/plain-script.ts'
import { scratchFolder } from './support/scratch.ts'
import { type FolderRun, ingestByCommand } from './support/shops/folder-run.ts'
import { ffmpeg, makeMaster, photos, vmaf } from './support/shops/footage.ts'
import { ingestOne } from './support/shops/one-clip.ts'

const SECONDS = 10

/** Milliseconds: in total, and until the first tile could show. */
interface Times {
  all: number
  tile: number
}

/** The ingest, beside the commands that a plain script would run for the same files. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds } = effort(options)
  const work = scratchFolder('ingest')
  // Libraries of single clips go there too, so that a cancelled run leaves nothing behind.
  process.env.TMPDIR = work
  const masters = await makeMasters(work)
  const watermark = join(work, 'watermark.png')
  writeFileSync(watermark, await drawWatermark({ width: 1280, height: 720 }, 'Nagare'))
  const frames = await loopFrames(masters.still, work)
  const script = (master: string) => () => runPlainScript(master, watermark, work)
  const contenders: Contender<Times>[] = [
    ours('compliant, ours', masters.compliant),
    timed('compliant, separate commands', script(masters.compliant)),
    ours('10 bit, ours', masters.mezzanine),
    timed('10 bit, separate commands', script(masters.mezzanine)),
    ours('still, ours', masters.still),
    timed('still, encoding alone', () => encodeAlone(frames, watermark, work)),
  ]
  const samples = await alternate(rounds, contenders, { warmUp: false })
  const folders = await ingestFolders(masters.folder, Math.min(rounds, 3))
  const quality = await qualityOf(masters.mezzanine, watermark, work).catch((reason) => skip('VMAF', reason))
  report({
    name: 'ingest',
    rows: [...rowsOf(samples), folderRow(folders)],
    bars: [...bars(samples), ...folderBars(folders), ...(quality ? qualityBars(quality) : [])],
    raw: { ...Object.fromEntries(samples), folders, quality },
    notes: [
      `a pan of ${SECONDS} s at 1080p30 with grain; compliant ${megabytes(masters.compliant)} MB, 10 bit ${megabytes(masters.mezzanine)} MB; ${rounds} rounds`,
      'a tile is ready when its pictures and previews are made; a clip becomes visible whole, when all is made',
    ],
  })
}

async function makeMasters(work: string) {
  const folder = join(work, 'folder')
  mkdirSync(folder)
  const [first = '', ...others] = photos()
  const compliant = join(work, 'compliant.mp4')
  const mezzanine = join(work, 'mezzanine.mov')
  await makeMaster(first, compliant, { kind: 'compliant', seconds: SECONDS })
  await makeMaster(first, mezzanine, { kind: 'mezzanine', seconds: SECONDS })
  for (const [n, photo] of others.slice(0, 4).entries()) {
    const kind = n % 2 ? 'mezzanine' : 'compliant'
    await makeMaster(photo, join(folder, `${n}.mov`), { kind, seconds: SECONDS })
    copyFileSync(photo, join(folder, `${n}.jpg`))
  }
  return { compliant, mezzanine, still: first, folder }
}

/** Raw frames of the loop made from a still. */
async function loopFrames(still: string, work: string): Promise<RawFrames> {
  const path = join(work, 'frames.yuv')
  let size = { width: 0, height: 0 }
  await ingestOne(still, async ({ full, width, height }) => {
    size = { width, height }
    await ffmpeg(['-i', full, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', path])
  })
  return { path, ...size }
}

function ours(name: string, file: string): Contender<Times> {
  return {
    name,
    async measure() {
      const { tile, visible } = await ingestOne(file)
      return { all: visible, tile }
    },
  }
}

function timed(name: string, work: () => Promise<void>): Contender<Times> {
  return {
    name,
    async measure() {
      const started = performance.now()
      await work()
      return { all: performance.now() - started, tile: Number.NaN }
    },
  }
}

async function ingestFolders(folder: string, times: number): Promise<FolderRun[]> {
  const runs: FolderRun[] = []
  for (let n = 0; n < times; n++) runs.push(await ingestByCommand(folder))
  return runs
}

type Quality = Record<'full' | 'watermarked', { ours: number; script: number }>

/** VMAF of both outputs of the same 10-bit master; the reference includes the watermark. */
async function qualityOf(master: string, watermark: string, work: string): Promise<Quality> {
  await runPlainScript(master, watermark, work)
  const references = {
    full: { inputs: [master], filter: '[1:v]format=yuv420p' },
    watermarked: {
      inputs: [master, watermark],
      filter: '[1:v]scale=-2:720:flags=bicubic[s];[s][2:v]overlay=format=yuv420,format=yuv420p',
    },
  }
  const scores = { full: { ours: 0, script: 0 }, watermarked: { ours: 0, script: 0 } }
  await ingestOne(master, async (films) => {
    for (const film of ['full', 'watermarked'] as const) {
      scores[film].ours = await vmaf(films[film], references[film])
      scores[film].script = await vmaf(join(work, FILMS[film]), references[film])
    }
  })
  return scores
}

function bars(samples: Samples<Times>): Bar[] {
  const all = ({ all: ms }: Times) => ms
  const of = (name: string, peer: string) => ratioOf(samples, [name, peer], all)
  const script = medianOf(samples, 'compliant, separate commands', all)
  const ours = (figure: (times: Times) => number) => medianOf(samples, 'compliant, ours', figure)
  const share = (ms: number | undefined) =>
    ms === undefined || script === undefined ? undefined : ms / script
  return [
    {
      what: 'compliant master by separate commands',
      value: of('compliant, ours', 'compliant, separate commands'),
      atMost: 0.25,
      unit: 'x',
    },
    {
      what: '10-bit master by separate commands',
      value: of('10 bit, ours', '10 bit, separate commands'),
      atMost: 0.95,
      unit: 'x',
    },
    {
      what: 'first tile made, by separate commands',
      value: share(ours(({ tile }) => tile)),
      atMost: 0.08,
      unit: 'x',
    },
    { what: 'first tile visible, by separate commands', value: share(ours(all)), atMost: 0.08, unit: 'x' },
    {
      what: 'still by encoding alone',
      value: of('still, ours', 'still, encoding alone'),
      atMost: 1.2,
      unit: 'x',
    },
  ]
}

function folderBars(folders: FolderRun[]): Bar[] {
  const busy = median(folders.map((folder) => folder.busy))
  return [{ what: 'cores busy over a folder', value: busy * 100, atLeast: 90, unit: ' %' }]
}

function qualityBars({ full, watermarked }: Quality): Bar[] {
  return [
    {
      what: `VMAF of the full film (${full.ours.toFixed(1)}) below the script's`,
      value: full.script - full.ours,
      atMost: 0.5,
    },
    {
      what: `VMAF of the watermarked film (${watermarked.ours.toFixed(1)}) below the script's`,
      value: watermarked.script - watermarked.ours,
      atMost: 0.5,
    },
  ]
}

function rowsOf(samples: Samples<Times>) {
  return [...samples.keys()].map((name) => ({
    what: name,
    seconds: rounded((medianOf(samples, name, ({ all }) => all) ?? 0) / 1000),
    'tile made s': rounded((medianOf(samples, name, ({ tile }) => tile) ?? 0) / 1000),
  }))
}

function folderRow(folders: FolderRun[]) {
  const seconds = rounded(median(folders.map((folder) => folder.seconds)))
  return { what: 'folder of 4 films and 4 stills, command line', seconds, 'tile made s': '–' }
}

const megabytes = (file: string) => (statSync(file).size / 1e6).toFixed(1)
