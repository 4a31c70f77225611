import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { about } from '#server/with-path.ts'

const HEARTBEAT = 1_000
/** Milliseconds without a heartbeat after which a lock is free. */
const ABANDONED = 60_000
/** Setting the clock makes every lock look old, or from the future; the next heartbeats show the truth. */
const WATCH = 2_500
const POLL = 200

interface Holder {
  host: string
  pid: number
  token: string
}

const ours = new Set<string>()

/**
 * Waits for the lock and returns its release. A dead process's lock is free at once on this machine, within a minute on
 * others.
 */
export async function takeLock(path: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  const token = randomUUID()
  await mkdir(dirname(path), { recursive: true })
  while (!(await tryTake(path, token))) {
    signal?.throwIfAborted()
    if (await isAbandoned(path)) await rm(path, { force: true })
    else await sleep(POLL)
  }
  await sweepDrafts(path)
  const beat = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), HEARTBEAT)
  beat.unref()
  return async () => {
    clearInterval(beat)
    ours.delete(token)
    await rm(path, { force: true })
  }
}

/** Whether a living process holds the lock. */
export async function isLocked(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined && !(await isAbandoned(path))
}

/** Linking a finished file is atomic: a lock always names its holder. */
async function tryTake(path: string, token: string): Promise<boolean> {
  const draft = `${path}.${token}`
  const holder: Holder = { host: hostname(), pid: process.pid, token }
  try {
    await about(draft, writeFile(draft, JSON.stringify(holder)))
    ours.add(token)
    await link(draft, path)
    return true
  } catch (error) {
    ours.delete(token)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes what processes that were killed while they tried to take the lock have left. */
async function sweepDrafts(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue
    const draft = join(folder, name)
    const found = await stat(draft).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(draft, { force: true })
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  if (Math.abs(Date.now() - found.mtimeMs) > ABANDONED && (await isSilent(path, found.mtimeMs))) return true
  const holder = await holderOf(path)
  if (!holder || holder.host !== hostname()) return false
  // After a restart, for example in a container, a new process can have the same number.
  if (holder.pid === process.pid) return !ours.has(holder.token)
  return !isAlive(holder.pid)
}

async function isSilent(path: string, since: number): Promise<boolean> {
  await sleep(WATCH)
  return (await stat(path).catch(() => undefined))?.mtimeMs === since
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
