import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Deps } from '#server/deps.ts'
import { sandboxKind } from './sandbox.ts'
import { findTools } from './tools.ts'

const run = promisify(execFile)

/** Decoders get their security fixes in new releases; last year's may still get some. */
const OLDEST_YEARS = 1

/** Logs the sandbox of media tools, and warns of old ones. @throws ToolMissing */
export async function logTools({ log, now }: Pick<Deps, 'log' | 'now'>): Promise<void> {
  const old = await oldTools(now())
  const sandbox = await sandboxKind()
  if (sandbox === 'none') log.warn('media tools have a network: install bubblewrap, or allow namespaces')
  else log.info({ sandbox }, 'media tools are shut in')
  for (const tool of old)
    log.warn(tool, 'old media tool: install a current ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH')
}

/** Programs that were built too long ago, and in which year. @throws ToolMissing */
export async function oldTools(now: Date): Promise<{ program: string; year: number }[]> {
  const { ffmpeg, ffprobe } = await findTools()
  const tools = [ffmpeg, ffprobe].map(async (program) => ({ program, year: await yearOf(program) }))
  return (await Promise.all(tools)).flatMap(({ program, year }) =>
    year !== undefined && now.getUTCFullYear() - year > OLDEST_YEARS ? [{ program, year }] : [],
  )
}

/** The last year of the copyright, which is the build's; undefined if the program prints none. */
async function yearOf(program: string): Promise<number | undefined> {
  const { stdout } = await run(program, ['-version'], { timeout: 20_000 }).catch(() => ({ stdout: '' }))
  const [, year] = /^ff\w+ version .*?Copyright \(c\) \d{4}-(\d{4})/.exec(stdout) ?? []
  return year ? Number(year) : undefined
}
