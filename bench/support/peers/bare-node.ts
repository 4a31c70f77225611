import { fileURLToPath } from 'node:url'
import { freePort, type Served, serve } from '../shops/serve.ts'

const CHILD = fileURLToPath(new URL('./bytes-child.ts', import.meta.url))

/** Command line of bare Node, which answers with a file's bytes, or with two letters. */
export function bareNode(port: number, file = '', headers: Record<string, string> = {}) {
  return { program: process.execPath, args: [CHILD, String(port), file, JSON.stringify(headers)] }
}

/** `node:http` with a file's bytes in memory and nothing else. */
export async function startBareNode(file: string, headers: Record<string, string>): Promise<Served> {
  const port = await freePort()
  return serve({ ...bareNode(port, file, headers), port, ready: '/' })
}
