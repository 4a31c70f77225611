import { parentPort, workerData } from 'node:worker_threads'
import { readImport } from './read-import.ts'

const { bytes, name } = workerData as { bytes: Uint8Array; name: string }
parentPort?.postMessage(readImport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name))
