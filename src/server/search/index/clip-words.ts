import { hash } from 'node:crypto'
import { DICTIONARY_VERSION, wordsOfRun } from '#server/search/text/japanese/dictionary.ts'
import { type Analysis, readRun, writeRun } from '#server/search/text/japanese/words.ts'
import { memoize } from '#server/search/text/memoize.ts'
import type { Segment } from '#server/search/text/segments.ts'

/** The words of a clip's Japanese. The dictionary is slow, so they are stored with the clip. */
export interface ClipWords {
  analysis: Analysis
  /** Text to store; undefined if it is stored already. */
  stored?: string
}

/** Takes the words of all runs from `stored`, or asks the dictionary if that belongs to another text or an older version. */
export function clipWords(texts: readonly (readonly Segment[])[], stored: string | null): ClipWords {
  const runs = new Set<string>()
  for (const segments of texts)
    for (const segment of segments) if (segment.kind === 'run') runs.add(segment.original)
  if (runs.size === 0) return { analysis: wordsIn(runs, []) }
  const title = titleOf(runs)
  if (stored?.startsWith(title)) return { analysis: wordsIn(runs, stored.split('\n').slice(1)) }
  const lines = Array.from(runs, (run) => lineOf(run))
  return { analysis: wordsIn(runs, lines), stored: [title, ...lines].join('\n') }
}

const lineOf = memoize((run) => writeRun(wordsOfRun(run)))

/** The first stored line: the dictionary's version and a hash of the runs. A line per run follows. */
export function titleOf(runs: ReadonlySet<string>): string {
  return `${DICTIONARY_VERSION} ${hash('sha1', [...runs].join('\n'), 'base64')}`
}

/** Reads a run's line on demand: most keywords' words are known from other clips. */
function wordsIn(runs: ReadonlySet<string>, lines: readonly string[]): Analysis {
  const lineOfRun = new Map(Array.from(runs, (run, at) => [run, lines[at] ?? '']))
  return {
    get(run) {
      const line = lineOfRun.get(run)
      return line === undefined ? undefined : readRun(line)
    },
  }
}
