import { taskApart } from '#server/jobs/run-apart.ts'
import { readImport } from './read-import.ts'

const { bytes, name } = await taskApart<{ bytes: Uint8Array; name: string }>()
process.send!(readImport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name))
