import { Worker } from 'node:worker_threads'
import { threadModule } from '#server/build/thread-module.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Range } from './catalogue-ranges.ts'
import type { IndexRows } from './index-rows.ts'
import type { Steady } from './steady-reads.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a thread is asked: the clips of a range, or the words of all that it has read. Answered in order. */
export type DocumentRequest = { range: Range } | 'vocabulary'

/** What it knows from its start on. */
export interface DocumentThreadData {
  database: DatabaseConfig
  steady: Steady
}

/** Enough for some thousand clips at a time; without a limit a thread takes what there is. */
const YOUNG_MB = 128
const OLD_MB = 512

/** A thread that reads clips and makes their documents; see document-worker.ts. */
export class DocumentThread {
  readonly #worker: Worker
  readonly #waiting: PromiseWithResolvers<unknown>[] = []

  constructor(data: DocumentThreadData) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB }
    this.#worker = new Worker(threadModule('search/index/document-worker'), {
      workerData: data,
      resourceLimits,
    })
    this.#worker.on('message', (answer) => this.#waiting.shift()?.resolve(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('a thread that reads clips has ended')))
  }

  read(range: Range): Promise<IndexRows> {
    return this.#ask({ range }) as Promise<IndexRows>
  }

  vocabulary(): Promise<Vocabulary> {
    return this.#ask('vocabulary') as Promise<Vocabulary>
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(request: DocumentRequest): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.push(answer)
    this.#worker.postMessage(request)
    return answer.promise
  }

  #fail(error: Error): void {
    for (const answer of this.#waiting.splice(0)) answer.reject(error)
  }
}
