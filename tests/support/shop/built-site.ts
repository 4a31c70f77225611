import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../../..')
const BUILT = join(ROOT, 'dist/server.mjs')
const LOCK = join(ROOT, 'node_modules/.cache/building')
const INPUTS = ['src', 'public', 'astro.config.mjs', 'package-lock.json']
/** A build takes seconds; an older lock is from a killed process. */
const LOCK_AGE_MS = 120_000

let ready: Promise<void> | undefined

/** Builds the site if it is out of date. */
export function builtSite(): Promise<void> {
  ready ??= isBuilt() ? Promise.resolve() : build()
  return ready
}

/** Whether the build is newer than what it is made from. */
export function isBuilt(): boolean {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return INPUTS.every((input) => newest(join(ROOT, input)) <= built)
}

/** One process builds, the others wait. */
async function build(): Promise<void> {
  while (!isBuilt()) {
    if (!locked()) {
      await sleep(200)
      continue
    }
    try {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        ['node_modules/astro/bin/astro.mjs', 'build'],
        {
          cwd: ROOT,
          encoding: 'utf8',
          // Without the test runner's NODE_ENV, which would give a development build.
          env: { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1' },
        },
      )
      if (status !== 0) throw new Error(`the site could not be built:\n${stdout}${stderr}`)
      return
    } finally {
      rmSync(LOCK, { recursive: true, force: true })
    }
  }
}

function locked(): boolean {
  try {
    mkdirSync(join(LOCK, '..'), { recursive: true })
    mkdirSync(LOCK)
    return true
  } catch {
    if (Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LOCK_AGE_MS)
      rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}

/** Time of the latest change below a path, tests excepted. */
function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  const below = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = below.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}
