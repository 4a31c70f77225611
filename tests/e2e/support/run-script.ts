import { spawn } from 'node:child_process'
import { watchOutput, watchProcess } from '../../support/leaks/watched-log.ts'

/** Runs a script of ours to its end, and searches what it logs for secrets; rejects when it fails. */
export function runScript(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // What it prints is for who asked; what goes wrong is shown.
  watchOutput(child.stdout, { settings: env })
  watchProcess({ stdout: null, stderr: child.stderr }, { level: 'warn', settings: env })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}
