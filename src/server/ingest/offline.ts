import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Alone first, since within a user namespace root may not read what others own. */
const WAYS = [
  ['unshare', '--net', '--'],
  ['unshare', '--map-root-user', '--net', '--'],
]

let found: Promise<string[]> | undefined

/** What to put before a command so that it has no network; nothing where the system does not allow that. */
export function offline(): Promise<string[]> {
  found ??= firstThatRuns()
  return found
}

async function firstThatRuns(): Promise<string[]> {
  for (const [program = '', ...args] of WAYS) {
    try {
      await run(program, [...args, 'true'], { timeout: 5_000 })
      return [program, ...args]
    } catch {
      // Not installed, or namespaces are forbidden, as in most containers.
    }
  }
  return []
}
