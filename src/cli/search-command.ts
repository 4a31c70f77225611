import type { Command } from 'commander'
import type { Explanation } from '#contract/studio/search/synonyms.ts'
import { audit } from '#server/audit.ts'
import { explainSearch } from '#server/demand/teach/explain-search.ts'
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
  search
    .command('explain <text...>')
    .description('how a text is read, which rules it follows, and why each of the first ten clips is found')
    .action((text: string[]) =>
      withDeps(async (deps) => {
        for (const line of explanationLines(await explainSearch(deps, text.join(' ')))) print(line)
      }),
    )
}

/** How a text is read and why clips are found, in lines. */
function explanationLines({ words, excluded, instead, total, close, first }: Explanation): string[] {
  const list = (name: string, texts: readonly string[]) =>
    texts.length > 0 ? [`  ${name}: ${texts.join(', ')}`] : []
  return [
    ...(instead ? [`searched instead: ${instead}`] : []),
    ...words.flatMap(({ typed, information, means, wider, rules }) => [
      `${typed}${WEIGHTS[information]}`,
      ...list('also stands for', means),
      ...list('is a kind of', wider),
      ...rules.map(({ id, kind, word, target }) => `  rule ${id}: "${word}" ${SAYS[kind]} "${target}"`),
    ]),
    ...list('must not have', excluded),
    `${counted(total, 'clip')} found`,
    ...close.map(({ offset, missing }) => `from ${offset + 1} on close: without ${missing.join(', ')}`),
    ...first.map(({ id, title, pinned, chosen, found }, at) => {
      const why = [
        ...(pinned ? ['pinned'] : []),
        ...found.map(({ typed, how, where }) => `${typed}: ${how} in ${where}`),
        ...(chosen ? ['people chose it'] : []),
      ]
      return `${at + 1}. clip ${id}, ${title}: ${why.join('; ') || 'by other texts of it'}`
    }),
  ]
}

const WEIGHTS = { normal: '', verb: ' (tells little)', light: ' (not needed)' }
const SAYS = { same: 'is the same as', also: 'also finds', not: 'does not find', pin: 'shows first' }

function onProgress({ done }: { done: number }): void {
  if (done % PROGRESS_EVERY === 0) printError(`${done} clips read`)
}
