import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { readRange } from './catalogue-ranges.ts'
import type { DocumentRequest } from './document-thread.ts'
import { packRows } from './index-rows.ts'
import { emptyVocabulary } from './write-index.ts'

const config = workerData as DatabaseConfig
const db = await openDatabase(config.engine === 'postgres' ? { ...config, poolSize: 1 } : config)
const vocabulary = emptyVocabulary()

async function answer(request: DocumentRequest): Promise<unknown> {
  return request === 'vocabulary' ? vocabulary : packRows(await readRange(db, request.range, vocabulary))
}

let last = Promise.resolve()
parentPort?.on('message', (request: DocumentRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)))
})
