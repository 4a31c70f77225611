import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from '../scratch.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TICKS_A_SECOND = 100
/** The shell has waited for all its descendants, so their CPU time is in its own line of /proc. */
const SHELL = '"$@" >/dev/null 2>&1 || exit 1; cat /proc/$$/stat'

/** Seconds that the command line takes for a folder, and the share (0 to 1) of all cores that it used. */
export interface FolderRun {
  seconds: number
  busy: number
}

/** Runs `nagare ingest` on a folder into a new library. @throws if a file is refused */
export async function ingestByCommand(folder: string): Promise<FolderRun> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: scratchFolder('library') }
  const nagare = [process.execPath, 'src/cli/nagare.ts']
  const run = (args: string[]) =>
    promisify(execFile)('sh', ['-c', SHELL, 'sh', ...nagare, ...args], { cwd: ROOT, env })
  await run(['migrate'])
  const started = performance.now()
  const { stdout } = await run(['ingest', folder])
  const seconds = (performance.now() - started) / 1000
  const fields = stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[13]) + Number(fields[14])
  return { seconds, busy: ticks / TICKS_A_SECOND / seconds / availableParallelism() }
}
