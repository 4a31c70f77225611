import { spawn } from 'node:child_process'
import { childEnvironment } from '../../support/child-environment.ts'
import { watchOutput, watchProcess } from '../../support/leaks/watched-log.ts'

/** Runs one of our scripts to its end and searches its log for secrets; rejects when it fails. */
export function runScript(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...env, ...childEnvironment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Shows only warnings and errors.
  watchOutput(child.stdout, { settings: env })
  watchProcess({ stdout: null, stderr: child.stderr }, { level: 'warn', settings: env })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}
