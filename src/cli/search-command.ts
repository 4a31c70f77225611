import type { Command } from 'commander'
import { rerankSearch } from '#server/search/index/rerank-search.ts'
import { print, printError } from './print.ts'
import { withDeps } from './with-deps.ts'

const PROGRESS_EVERY = 100_000

export function addSearch(program: Command): void {
  const search = program.command('search').description('what visitors search in')
  search
    .command('reindex')
    .description(
      'rank every clip anew by likes, downloads and views, and rebuild the search index; the site stays open',
    )
    .action(() =>
      withDeps(async (deps) => print(`${await rerankSearch(deps, { onProgress })} clips indexed.`)),
    )
}

function onProgress({ done }: { done: number }): void {
  if (done % PROGRESS_EVERY === 0) printError(`${done} clips read`)
}
