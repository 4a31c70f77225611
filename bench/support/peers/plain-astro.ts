import { execFile } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from '../shops/serve.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** `/` is the given page from Astro's own memory cache; `/fresh` renders forty tiles from the database each time. */
export async function startPlainAstro(page: Buffer, database: string): Promise<Served> {
  const folder = scratchFolder('astro')
  cpSync(join(ROOT, 'bench/peers/plain-astro'), folder, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(folder, 'page.html'), page)
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: folder,
    env,
  })
  const port = await freePort()
  return serve({
    program: process.execPath,
    args: ['dist/server/entry.mjs'],
    env: {
      DATABASE: database,
      PAGE: join(folder, 'page.html'),
      HOST: '127.0.0.1',
      PORT: String(port),
      NODE_ENV: 'production',
    },
    cwd: folder,
    port,
    ready: '/',
  })
}
