import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from '../scratch.ts'
import { npmInstall } from './npm-install.ts'

const APP = join(import.meta.dirname, '../../peers/next')
const NEXT = 'node_modules/next/dist/bin/next'

/** Installs and builds forty tiles in Next.js: `/` static, `/dynamic` rendered each time. Returns how to start it. */
export async function buildNext(): Promise<
  (port: number) => { program: string; args: string[]; env: Record<string, string>; cwd: string }
> {
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
