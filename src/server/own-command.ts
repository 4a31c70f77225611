import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { distFolder } from '#server/build/dist-folder.ts'
import { withNiceness } from './niceness.ts'

/** The command line; absent if only the built site is here. */
export const OWN_PROGRAM = join(distFolder(), '../src/cli/nagare.ts')

/** Starts a command of ours at low priority, so that visitors do not wait for it. */
export function spawnOwnCommand(args: readonly string[], stdio: StdioOptions): ChildProcess {
  const [program, ...rest] = withNiceness(10, [process.execPath, OWN_PROGRAM, ...args])
  return spawn(program, rest, { stdio })
}
