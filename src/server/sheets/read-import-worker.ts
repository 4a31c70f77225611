import { taskApart } from '#server/build/run-apart.ts'
import { readImport } from './read-aside.ts'

const { bytes } = await taskApart<{ bytes: Uint8Array }>()
process.send!(readImport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
