import { oldTools } from '#server/ingest/log-tools.ts'
import { sandboxKind } from '#server/ingest/sandbox.ts'
import { findTools } from '#server/ingest/tools.ts'
import { found, type HealthCheck } from './check.ts'
import { freeSpace } from './free-space.ts'

/** Bytes: less than a film needs while it is rendered; and what lasts for some days. */
const [FULL, NEARLY] = [1e8, 2e9]

export const machineChecks: HealthCheck[] = [
  {
    name: 'tools',
    async run({ machine }) {
      const { av1, toneMap, vpx } = await findTools()
      const [old] = await oldTools(machine())
      if (old) return found('oldTool', { ...old })
      const able = { AV1: av1, HDR: toneMap, VP9: vpx }
      const abilities = Object.entries(able).flatMap(([name, has]) => (has ? name : []))
      return found('ok', { abilities: ['H.264', ...abilities].join(', ') })
    },
  },
  {
    name: 'sandbox',
    async run() {
      const kind = await sandboxKind()
      return kind === 'none' ? found('noSandbox') : found('ok', { kind })
    },
  },
  {
    name: 'space',
    async run({ deps: { files } }) {
      const folders = await Promise.all(freeSpace(files))
      const least = folders.toSorted((one, other) => one.free - other.free)[0]!
      const finding = least.free < FULL ? 'full' : least.free < NEARLY ? 'nearlyFull' : 'ok'
      return found(finding, { folder: least.name, freeBytes: least.free })
    },
  },
]
