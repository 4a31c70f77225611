import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// A check of gigabytes takes minutes, in which the process must renew its locks.
const { file, most } = workerData as { file: string; most: number }
const db = new DatabaseSync(file, { readOnly: true })
db.exec('pragma mmap_size = 2147418112; pragma cache_size = -64000')
const rows = db.prepare(`pragma integrity_check(${most})`).all()
parentPort!.postMessage(rows.map(({ integrity_check }) => String(integrity_check)))
db.close()
