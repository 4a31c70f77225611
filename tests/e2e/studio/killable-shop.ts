import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../../support/child-environment.ts'
import { writeMigratedSqlite } from '../../support/database/migrated-sqlite.ts'
import { freePort } from '../../support/free-port.ts'
import { runScript } from '../support/run-script.ts'

/** An empty shop with its members, whose server can be killed and started again. */
export interface KillableShop {
  url: string
  folder: string
  /** kill -9, then starts another server on the same data. */
  crash(): Promise<void>
  close(): Promise<void>
}

export async function openKillableShop(): Promise<KillableShop> {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-journey-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...childEnvironment,
    DATA_DIR: join(folder, 'data'),
    SITE_URL: url,
    PORT: String(port),
    HOST: 'localhost',
    MEDIA_KEYS: 'e2e'.repeat(12),
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
  }
  await writeMigratedSqlite(join(env.DATA_DIR, 'nagare.db'))
  await runScript(['tests/support/shop/add-members.ts'], env)
  let server = await start(env)
  return {
    url,
    folder,
    async crash() {
      const exit = once(server, 'exit')
      server.kill('SIGKILL')
      await exit
      server = await start(env)
    },
    async close() {
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function start(env: Record<string, string | undefined>): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['dist/server.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    const answer = await fetch(`${env.SITE_URL}/readyz`).catch(() => undefined)
    if (answer?.ok) return server
    if (server.exitCode !== null) throw new Error('The server did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
