import { mkdir } from 'node:fs/promises'
import { type Config, operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { CommandFailed } from './exit-codes.ts'

/**
 * Opens a command's dependencies, and always closes them. @throws ConfigError; CommandFailed if migrations are pending
 */
export async function withDeps<T>(
  work: (deps: Deps, config: Config) => Promise<T>,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<T> {
  const config = parseConfig(operatorEnvironment(process.env))
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const deps = await openDeps(config)
  try {
    if (migrated && (await pendingMigrations(deps.db)).length > 0)
      throw new CommandFailed('the database is not up to date: run "npm run nagare -- migrate" first')
    return await work(deps, config)
  } finally {
    await deps.close()
  }
}
