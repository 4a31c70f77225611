import type { Command } from 'commander'
import { ensureBuild } from './ensure-build.ts'
import { runDemo } from './run-demo.ts'

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
