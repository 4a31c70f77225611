import { spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { childEnvironment } from '../../support/child-environment.ts'

const NAGARE = new URL('../../../src/cli/nagare.ts', import.meta.url).pathname
const SERVER = new URL('../../../dist/server.mjs', import.meta.url).pathname

/** Shell functions on a disk of six megabytes at `$disk`, in a mount namespace that ends with the script. */
const PREPARED = `
  set -u
  disk=$(mktemp -d)
  mount -t tmpfs -o size=6m none "$disk" || exit 99
  export DATA_DIR="$disk/data" LOG_LEVEL=silent
  nagare() { echo "> $1"; "$NODE" "$NAGARE" "$@" 2>&1; echo "exit $?"; }
  server() { echo "> server"; "$NODE" "$SERVER" 2>&1; echo "exit $?"; }
  fill() { dd if=/dev/zero of="$disk/fill" bs=1k 2>/dev/null; true; }
  drain() { rm -f "$disk/fill"; }
  freeze() { mount -o remount,ro "$disk"; }
  thaw() { mount -o remount,rw "$disk"; }
`
const REMOVED = '\ncd /; umount "$disk" && rmdir "$disk"\n'

/** Runs a script on such a disk, and returns what it prints. */
export async function onSmallDisk(script: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('unshare', ['-Urm', 'sh', '-c', PREPARED + script + REMOVED], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, TMPDIR: tmpdir(), NODE: process.execPath, NAGARE, SERVER },
      ...childEnvironment,
      ...env,
    },
  })
  return text(child.stdout)
}

/** False where this user may mount nothing. */
export const hasSmallDisks =
  spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0

/** What each command said, and its exit code. */
export function saidBy(output: string): { command: string; lines: string[]; code: number }[] {
  return output
    .split(/^> /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...lines] = text.trim().split('\n')
      const at = lines.findIndex((line) => line.startsWith('exit '))
      return { command, lines: lines.slice(0, at), code: Number(lines[at]?.slice(5)) }
    })
}
