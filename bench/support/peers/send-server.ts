import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from '../shops/serve.ts'
import { npmInstall } from './npm-install.ts'

const CHILD = fileURLToPath(new URL('./send-child.ts', import.meta.url))

/** A folder served by the `send` package, as Express uses it. @throws if it cannot be installed */
export async function startSend(root: string): Promise<Served> {
  const folder = scratchFolder('send')
  await npmInstall(folder, ['send'])
  const port = await freePort()
  const args = [CHILD, String(port), root, join(folder, 'package.json')]
  return serve({ program: process.execPath, args, port, ready: '/ready' })
}
