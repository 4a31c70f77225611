import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { CommandFailed } from '#cli/command.ts'
import { print } from '#cli/output.ts'
import type { Config } from '#server/config/config.ts'
import { runDemo } from './run-demo.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BUILT = 'dist/server.mjs'
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json']

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('serve the site with the demo library; everything is kept in DATA_DIR (./data)')
    .action(async () => {
      await ensureBuild()
      // The built server is what production runs, and it loads faster than its sources.
      const { href } = new URL('../../../dist/server/front.mjs', import.meta.url)
      const { startServer }: typeof import('../../server.ts') = await import(href)
      await runDemo({ startServer, ingest: 'always' })
    })
}

export function addDev(program: Command): void {
  program
    .command('dev')
    .description('like demo, but saved files show at once (hot reload); for working on the code')
    .action(() => runDemo({ startServer: startDevServer, ingest: 'whenEmpty' }))
}

/** Serves the sources through Vite. The dev server reads its settings from the environment. */
async function startDevServer({ config, env }: { config: Config; env: NodeJS.ProcessEnv }) {
  Object.assign(process.env, env)
  const { host, port } = config.listen
  const allowedHosts = [config.site.url.hostname]
  // Astro takes half a second to load; other commands must not wait for it.
  const { dev } = await import('astro')
  const server = await dev({ root: ROOT, logLevel: 'warn', server: { host, port, allowedHosts } })
  return { close: () => server.stop() }
}

/** Builds the site if it was never built or its sources have changed. */
async function ensureBuild(): Promise<void> {
  const built = await changedAt(join(ROOT, BUILT))
  const sources = await Promise.all(SOURCES.map((name) => lastChange(join(ROOT, name))))
  if (built > Math.max(...sources)) return
  print('Building the site; this is done once.')
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')
  const child = spawn(process.execPath, [astro, 'build', '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CommandFailed('the site could not be built: "npm run build" says why')
}

/** Latest change of a file, or of any file in a folder but tests; 0 if there is none. */
async function lastChange(path: string): Promise<number> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return changedAt(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  const times = await Promise.all(files.map((entry) => changedAt(join(entry.parentPath, entry.name))))
  return Math.max(0, ...times)
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}
