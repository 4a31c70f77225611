import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { distFolder } from '#server/build/dist-folder.ts'

/** The command line; absent if only the built site is here. */
export const OWN_PROGRAM = join(distFolder(), '../src/cli/nagare.ts')

/** Starts a command of ours at low priority, so that visitors do not wait for it. */
export function spawnOwnCommand(args: readonly string[], stdio: StdioOptions): ChildProcess {
  const command = [process.execPath, OWN_PROGRAM, ...args]
  const [name, ...rest] = process.platform === 'win32' ? command : ['nice', '-n', '10', ...command]
  return spawn(name!, rest, { stdio })
}
