import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#server/db/connect.ts'
import { CatalogueReader } from './catalogue-ranges.ts'
import type { DocumentRequest, DocumentThreadData } from './document-thread.ts'
import { giveWay } from './give-way.ts'
import { buffersOf } from './index-rows.ts'
import { SteadyReader } from './steady-reads.ts'

giveWay()
const { database: config, steady } = workerData as DocumentThreadData
const db = await openDatabase(config.engine === 'postgres' ? { ...config, poolSize: 1 } : config)
const reader = new CatalogueReader(new SteadyReader(db, steady))

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
