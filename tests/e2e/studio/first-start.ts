import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { childEnvironment } from '../../support/child-environment.ts'
import { freePort } from '../../support/free-port.ts'

export interface FirstStart {
  /** Address of the setup with its code, as the log says it. */
  setup: string
  origin: string
  /** For files of the test; removed with the shop. */
  folder: string
  close(): Promise<void>
}

/** `npm start` in an empty folder. @param settings of the machine, besides its address and folder */
export async function firstStart(settings: Record<string, string> = {}): Promise<FirstStart> {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-first-'))
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: {
      ...process.env,
      ...childEnvironment,
      ...{ DATA_DIR: join(folder, 'data'), SITE_URL: origin, HOST: 'localhost', PORT: port },
      ...{ MEDIA_KEYS: 'e2e'.repeat(12), LOG_LEVEL: 'warn' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines = createInterface(child.stdout!)
  const setup = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const said = JSON.parse(line)
      if (said.setup) resolve(said.setup)
    })
    lines.once('close', () => reject(new Error('The server said nothing of the setup')))
  })
  return {
    setup: await setup,
    origin,
    folder,
    async close() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
