import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// A check of gigabytes takes minutes, in which the process must renew its locks.
const { file, most } = workerData as { file: string; most: number }
const db = new DatabaseSync(file, { readOnly: true })
db.exec('pragma mmap_size = 2147418112; pragma cache_size = -64000')
const found: string[] = []
try {
  for (const row of db.prepare(`pragma integrity_check(${most})`).iterate())
    found.push(String(row.integrity_check))
} catch (error) {
  // SQLite stops at a page that it cannot pass, after it has named it.
  if (found.length === 0) throw error
}
parentPort!.postMessage(found)
db.close()
