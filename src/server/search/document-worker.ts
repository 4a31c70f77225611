import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { readRange } from './catalogue-ranges.ts'
import type { DocumentRequest } from './document-thread.ts'
import { giveWay } from './give-way.ts'
import { VocabularyCounter } from './vocabulary.ts'

giveWay()
const config = workerData as DatabaseConfig
const db = await openDatabase(config.engine === 'postgres' ? { ...config, poolSize: 1 } : config)
const counter = new VocabularyCounter()

async function answer(request: DocumentRequest): Promise<unknown> {
  return request === 'vocabulary' ? counter.counted() : readRange(db, request.range, counter)
}

let last = Promise.resolve()
parentPort?.on('message', (request: DocumentRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)))
})
