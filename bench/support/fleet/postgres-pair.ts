import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atExit } from '../at-exit.ts'
import { scratchFolder } from '../scratch.ts'
import { freePort } from '../shops/serve.ts'

const DEBIAN = '/usr/lib/postgresql'
/** `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const USER = 'nagare'

/** PostgreSQL's primary and its standby, with the system's programs: npm's package has no pg_basebackup. */
export interface PostgresPair {
  primaryPort: number
  standbyPort: number
  /** As if its machine failed. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** @throws if PostgreSQL is not installed */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = scratchFolder('postgres')
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  for (const path of [folder, primary, standby]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY)
  }
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  await run('initdb', ['-D', primary, '-U', USER, '-A', 'trust', '--no-locale', '-E', 'UTF8', '-N'])
  appendFileSync(join(primary, 'postgresql.conf'), SETTINGS)
  const main = await start(primary, primaryPort)
  const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', USER]
  await run('pg_basebackup', [...from, '-D', standby, '-R', '-X', 'stream', '-c', 'fast', '-N'])
  const copy = await start(standby, standbyPort)
  return {
    primaryPort,
    standbyPort,
    killPrimary: () => kill(main),
    promote: () => run('pg_ctl', ['promote', '-D', standby, '-w']),
    async stop() {
      await Promise.all([kill(main), kill(copy)])
    },
  }
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
wal_keep_size = 512MB
hot_standby = on
fsync = off
`

function program(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(DEBIAN, version, 'bin', name)).find(existsSync)
  if (!found) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
  return found
}

function launch(name: string, args: string[]): ChildProcess {
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  // In a process group of its own, killed together, as with a machine.
  return spawn(program(name), args, {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
    detached: true,
    env: { LC_ALL: 'C' },
  })
}

async function run(name: string, args: string[]): Promise<void> {
  const [code] = await once(launch(name, args), 'close')
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

async function start(data: string, port: number): Promise<ChildProcess> {
  const child = launch('postgres', ['-D', data, '-p', String(port)])
  atExit(() => killGroup(child))
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break
    const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return child
    } catch {
      await sleep(50)
    }
  }
  throw new Error(`PostgreSQL did not start in ${data}`)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  killGroup(child)
  await ended
}

/** It has ended meanwhile. */
function killGroup(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    // Ended meanwhile.
  }
}
