import type { Command } from 'commander'
import { audit } from '#server/audit.ts'
import { rerankSearch } from '#server/search/index/rerank-job.ts'
import { withDeps } from './command.ts'
import { counted, print, printError } from './output.ts'

const PROGRESS_EVERY = 100_000

export function addSearch(program: Command): void {
  const search = program.command('search').description('what visitors search in')
  search
    .command('reindex')
    .description(
      'rank every clip anew by likes, downloads and views, and rebuild the search index; the site stays open',
    )
    .action(() =>
      withDeps(async (deps) => {
        const clips = await rerankSearch(deps, { onProgress })
        const detail = { clips }
        await audit(deps.db, { actor: 'cli', action: 'search.reindex', userId: null, detail, at: deps.now() })
        print(`${counted(clips, 'clip')} indexed.`)
      }),
    )
}

function onProgress({ done }: { done: number }): void {
  if (done % PROGRESS_EVERY === 0) printError(`${done} clips read`)
}
