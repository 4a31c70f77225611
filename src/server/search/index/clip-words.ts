import { hash } from 'node:crypto'
import { DICTIONARY_VERSION, wordsOfRun } from '#server/search/text/japanese/dictionary.ts'
import { type Analysis, type JapaneseWord, readRun, writeRun } from '#server/search/text/japanese/words.ts'
import type { Segment } from '#server/search/text/segments.ts'

/** The words of a clip's Japanese. The dictionary is slow, so they are stored with the clip. */
export interface ClipWords {
  analysis: Analysis
  /** Text to store; undefined if it is stored already. */
  stored?: string
}

/**
 * Takes the words of all runs from `stored`, or asks the dictionary if that belongs to another text or an older
 * version. `known` has the lines of runs read before, and gets those read now.
 */
export function clipWords(
  texts: readonly (readonly Segment[])[],
  stored: string | null,
  known?: Map<string, string>,
): ClipWords {
  const runs = new Set<string>()
  for (const segments of texts)
    for (const segment of segments) if (segment.kind === 'run') runs.add(segment.original)
  if (runs.size === 0) return { analysis: new StoredWords(runs, []) }
  const title = titleOf(runs)
  if (stored?.startsWith(title)) {
    const lines = stored.split('\n').slice(1)
    noteLines(runs, lines, known)
    return { analysis: new StoredWords(runs, lines) }
  }
  const lines = Array.from(runs, (run) => known?.get(run) ?? writeRun(wordsOfRun(run)))
  noteLines(runs, lines, known)
  return { analysis: new StoredWords(runs, lines), stored: [title, ...lines].join('\n') }
}

function noteLines(runs: ReadonlySet<string>, lines: readonly string[], known?: Map<string, string>): void {
  let at = 0
  for (const run of runs) known?.set(run, lines[at++] ?? '')
}

/** The first stored line: the dictionary's version and a hash of the runs. A line per run follows. */
export function titleOf(runs: ReadonlySet<string>): string {
  return `${DICTIONARY_VERSION} ${hash('sha1', [...runs].join('\n'), 'base64')}`
}

/** Reads a run's line on demand: most keywords' words are known from other clips. */
class StoredWords implements Analysis {
  readonly #lines = new Map<string, string>()

  constructor(runs: ReadonlySet<string>, lines: readonly string[]) {
    let at = 0
    for (const run of runs) this.#lines.set(run, lines[at++] ?? '')
  }

  get(run: string): readonly JapaneseWord[] | undefined {
    const line = this.#lines.get(run)
    return line === undefined ? undefined : readRun(line)
  }
}
