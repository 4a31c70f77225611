import { InvalidArgumentError } from 'commander'
import { type Config, operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { makeFolder } from '#server/make-folder.ts'
import { openDeps } from '#server/start/open-deps.ts'

/** Exit codes; `--help` explains them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, damaged: 4, interrupted: 130 } as const

export const EXIT_HELP = `
Exit codes:
  0    done
  1    failed
  2    wrong use, or a setting is missing or wrong
  3    done, but some files or rows were refused (the summary says which, and why)
  4    the database or a backup is damaged
  130  interrupted by Ctrl-C`

/** Ends a command with a message and no stack. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}

/** Parses an option that is a whole number in this range. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

/**
 * Opens a command's dependencies, and always closes them. @throws ConfigError; CommandFailed if migrations are pending
 */
export async function withDeps<T>(
  work: (deps: Deps, config: Config) => Promise<T>,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<T> {
  const config = parseConfig(operatorEnvironment(process.env))
  await makeFolder(config.dataDir)
  const deps = await openDeps(config)
  try {
    if (migrated && (await pendingMigrations(deps.db)).length > 0)
      throw new CommandFailed('the database is not up to date: run "npm run nagare -- migrate" first')
    if (migrated) await deps.refreshShop()
    return await work(deps, config)
  } finally {
    await deps.close()
  }
}

/** Ctrl-C or SIGTERM aborts the signal, so that work ends cleanly; a second one exits at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(new Error('interrupted'))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/** For a child that we start ourselves: the pipe of its standard input ends with its parent, however that dies. */
export async function endingWithParent<T>(work: () => Promise<T>): Promise<T> {
  process.stdin.once('end', () => process.exit(1)).resume()
  return work().finally(() => process.stdin.pause())
}
