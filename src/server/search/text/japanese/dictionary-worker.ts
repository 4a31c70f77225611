import { parentPort } from 'node:worker_threads'
import { wordsOfRun } from './dictionary.ts'
import { writeRun } from './words.ts'

export interface DictionaryRequest {
  id: number
  runs: readonly string[]
}

/** A line for each run. */
export interface DictionaryAnswer {
  id: number
  lines: readonly string[]
}

// Analyses queries on a thread of its own: loading the dictionary takes 0.3 s, which must not block pages.
parentPort?.on('message', ({ id, runs }: DictionaryRequest) => {
  const answer: DictionaryAnswer = { id, lines: runs.map((run) => writeRun(wordsOfRun(run))) }
  parentPort?.postMessage(answer)
})
