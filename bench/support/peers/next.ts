import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchOptions } from '../load/options.ts'
import { skip } from '../load/report.ts'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from '../shops/serve.ts'
import { npmInstall } from './npm-install.ts'

const APP = join(import.meta.dirname, '../../peers/next')
const NEXT = 'node_modules/next/dist/bin/next'

/** How to start a server. */
type Command = { program: string; args: string[]; env: Record<string, string>; cwd: string }

/** Builds Next.js and returns how to start it; prints why not and returns undefined without `--with-next`, or if it fails. */
export async function nextIfWanted(options: BenchOptions): Promise<((port: number) => Command) | undefined> {
  if (!options['with-next']) return skip('Next.js', 'it is installed only with --with-next')
  return buildNext().catch((reason) => skip('Next.js', reason))
}

/** The same, as a server. */
export async function startNext(options: BenchOptions): Promise<Served | undefined> {
  const command = await nextIfWanted(options)
  if (!command) return undefined
  const port = await freePort()
  return serve({ ...command(port), port, ready: '/' }).catch((reason) => skip('Next.js', reason))
}

/** Installs and builds forty tiles in Next.js: `/` static, `/dynamic` rendered each time. Returns how to start it. */
async function buildNext(): Promise<(port: number) => Command> {
  const folder = scratchFolder('next')
  await npmInstall(folder, ['next', 'react', 'react-dom'])
  cpSync(APP, folder, { recursive: true })
  const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [NEXT, 'build'], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return (port) => ({
    program: process.execPath,
    args: [NEXT, 'start', '-H', '127.0.0.1', '-p', String(port)],
    env,
    cwd: folder,
  })
}
