import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Installs packages into a temporary folder, without their scripts. @throws after `seconds` */
export async function npmInstall(folder: string, packages: string[], seconds = 90): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', ...packages]
  await run('npm', args, { cwd: folder, timeout: seconds * 1000 })
}
