import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ownModule } from '#server/build/own-process.ts'
import type { Segment } from '#server/search/text/segments.ts'
import type { DictionaryAnswer, DictionaryRequest } from './dictionary-worker.ts'
import { type Analysis, type JapaneseWord, readRun } from './words.ts'

/** Analysed runs of queries: people repeat the same few. */
const known = new LRUCache<string, readonly JapaneseWord[]>({ max: 5_000 })

/** The words of a query's Japanese. Uses the dictionary's thread, which starts with the first call. */
export async function analyse(segments: Iterable<Segment>): Promise<Analysis> {
  const runs = new Set<string>()
  for (const segment of segments) if (segment.kind === 'run') runs.add(segment.original)
  const unknown = [...runs].filter((run) => !known.has(run))
  const analysis = new Map([...runs].map((run) => [run, known.get(run) ?? []]))
  if (unknown.length === 0) return analysis
  const lines = await ask(unknown)
  for (const [at, run] of unknown.entries()) {
    const words = readRun(lines[at]!)
    known.set(run, words)
    analysis.set(run, words)
  }
  return analysis
}

interface Waiting {
  resolve(lines: readonly string[]): void
  reject(error: unknown): void
}

let worker: Worker | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

function ask(runs: readonly string[]): Promise<readonly string[]> {
  worker ??= start()
  const request: DictionaryRequest = { id: ++asked, runs }
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject })
    worker?.ref()
    worker?.postMessage(request)
  })
}

/** Keeps the process alive only while a call waits. If it fails, the next call starts another. */
function start(): Worker {
  const thread = new Worker(ownModule('search/text/japanese/dictionary-worker'))
  thread.on('message', ({ id, lines }: DictionaryAnswer) => {
    waiting.get(id)?.resolve(lines)
    waiting.delete(id)
    if (waiting.size === 0) thread.unref()
  })
  thread.on('error', (error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  thread.unref()
  return thread
}
