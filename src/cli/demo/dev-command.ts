import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import type { Config } from '#server/config/config.ts'
import { runDemo } from './run-demo.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

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
