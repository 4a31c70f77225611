import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childEnvironment } from '../../support/child-environment.ts'
import { watchOutput } from '../../support/leaks/watched-log.ts'
import { builtSite } from '../../support/shop/built-site.ts'

export interface MortalServer {
  url: URL
  /** kill -9; resolves when it is dead. */
  kill(): Promise<void>
}

/** The built site in a process of its own; resolves when it listens. */
export async function startMortal(env: Record<string, string>): Promise<MortalServer> {
  await builtSite()
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    env: {
      PATH: process.env.PATH,
      NAGARE_TEST_FOLDER: process.env.NAGARE_TEST_FOLDER,
      ...env,
      ...childEnvironment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watchOutput(child.stderr, { level: 'trace', say: (line) => process.stderr.write(`${line}\n`) })
  const url = await addressOf(child)
  return {
    url,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<URL> {
  const lines = createInterface(child.stdout!)
  for await (const line of lines) {
    const { msg, url } = JSON.parse(line)
    if (msg !== 'listening') continue
    child.stdout!.resume()
    return new URL(url)
  }
  throw new Error('it ended without listening')
}
