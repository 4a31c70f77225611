import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { CatalogueReader } from './catalogue-ranges.ts'
import type { DocumentRequest } from './document-thread.ts'
import { giveWay } from './give-way.ts'
import { buffersOf } from './index-rows.ts'

giveWay()
const config = workerData as DatabaseConfig
const db = await openDatabase(config.engine === 'postgres' ? { ...config, poolSize: 1 } : config)
const reader = new CatalogueReader(db)

async function answer(request: DocumentRequest): Promise<void> {
  if (request === 'vocabulary') {
    parentPort?.postMessage(reader.vocabulary())
    return
  }
  const rows = await reader.read(request.range)
  parentPort?.postMessage(rows, buffersOf(rows))
}

let last = Promise.resolve()
parentPort?.on('message', (request: DocumentRequest) => {
  last = last.then(() => answer(request))
})
