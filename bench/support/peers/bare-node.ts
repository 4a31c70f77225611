import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('./bytes-child.ts', import.meta.url))

/** Command line of bare Node, which answers with two letters. */
export function bareNode(port: number) {
  return { program: process.execPath, args: [CHILD, String(port)] }
}
