import type { Command } from 'commander'
import { type Config, ConfigError, operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openStorage } from '#server/media/open-storage.ts'
import { TargetInUse } from '#server/move/copy-tables.ts'
import { type Moved, MoveRefused, moveSite, type Target } from '#server/move/move-site.ts'
import { allowWrites, writesAreStopped } from '#server/move/write-stop.ts'
import { CommandFailed, EXIT } from './exit-codes.ts'
import { interruption } from './interruption.ts'
import { print, printError } from './print.ts'
import { withDeps } from './with-deps.ts'

interface MoveFlags {
  to?: string
  storage?: string
  reopen: boolean
}

const HELP = `
Reads go on all the time. Media are copied first, while the site lives. Then writes are stopped (they answer 503),
what came in meanwhile and the database are copied, and every table and object is compared. A killed run goes on
when you run the command again. Writes stay stopped until you restart the site with the settings that it prints;
--reopen allows them again where they were.`

export function addMove(program: Command): void {
  program
    .command('move')
    .description('move the site to another database, another store, or both')
    .option('--to <url>', 'database: postgres://… or sqlite:FILE, empty')
    .option('--storage <url>', 'store: s3://BUCKET/PREFIX?… or disk:FOLDER')
    .option('--reopen', 'allow writes again in the database of the settings', false)
    .addHelpText('after', HELP)
    .action(async ({ to, storage, reopen }: MoveFlags) => {
      if (reopen === Boolean(to || storage))
        throw new CommandFailed('give --to, --storage or both, or --reopen alone', EXIT.usage)
      if (reopen) return withDeps(({ db }) => reopenWrites(db))
      const targets = targetConfig({ to, storage })
      await withDeps((deps, config) => move({ deps, config, targets }, { to, storage }))
    })
}

async function reopenWrites(db: Parameters<typeof allowWrites>[0]): Promise<void> {
  const stopped = await writesAreStopped(db)
  await allowWrites(db)
  print(stopped ? 'Writes are allowed again.' : 'Writes were not stopped.')
}

type Given = Pick<MoveFlags, 'to' | 'storage'>

/** The settings of the site after the move. @throws ConfigError */
function targetConfig({ to, storage }: Given): Config {
  try {
    return parseConfig({
      ...operatorEnvironment(process.env),
      ...(to && { DATABASE_URL: to }),
      ...(storage && { STORAGE_URL: storage.replace(/^disk:/, 'file:'), MEDIA_DELIVERY: 'proxy' }),
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const names = (line: string) => line.replace('DATABASE_URL', '--to').replace('STORAGE_URL', '--storage')
    throw new ConfigError(error.problems.map(names))
  }
}

interface Work {
  deps: Parameters<Parameters<typeof withDeps>[0]>[0]
  config: Config
  targets: Config
}

async function move({ deps, config, targets }: Work, given: Given): Promise<void> {
  refuseSame(given.to, '--to', [config.database, targets.database])
  refuseSame(given.storage, '--storage', [config.storage, targets.storage])
  const interrupted = interruption()
  const signing = { keys: config.mediaKeys, now: deps.now }
  const store = given.storage ? await openStorage(targets.storage, signing) : undefined
  const db = given.to ? await openTarget(targets.database) : undefined
  try {
    await store?.check().catch((error: Error) => {
      throw new CommandFailed(`--storage cannot be written: ${error.message}`)
    })
    const target: Target = { db, storage: store && { store, name: given.storage! } }
    const { signal } = interrupted
    printEnd(await moveSite({ deps, dataDir: config.dataDir }, target, { signal, say: printError }), given)
  } catch (error) {
    if (interrupted.signal.aborted)
      throw new CommandFailed('interrupted; run it again to go on', EXIT.interrupted)
    throw explained(error)
  } finally {
    interrupted.dispose()
    await db?.destroy()
  }
}

async function openTarget(config: Config['database']) {
  return openDatabase(config).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`--to cannot be opened: ${error.message || error.code}`)
  })
}

function refuseSame(given: string | undefined, flag: string, [now, then]: readonly unknown[]): void {
  const place = (config: unknown) =>
    JSON.stringify(config, (key, value) => (key === 'delivery' ? undefined : value))
  if (given && place(now) === place(then)) throw new CommandFailed(`${flag} is where the site is already`)
}

function explained(error: unknown): unknown {
  if (error instanceof MoveRefused) return new CommandFailed(error.message)
  if (error instanceof TargetInUse)
    return new CommandFailed(
      `${error.message} than the site: give an empty database. After a move that was given up, delete that database first; media need not be copied again`,
    )
  return error
}

function printEnd({ tables, media, stoppedMs }: Moved, { to, storage }: Given): void {
  const rows = tables.reduce((all, table) => all + table.rows, 0)
  if (to) print(`${tables.length} tables with ${rows} rows are copied, and equal by number and checksum.`)
  if (storage) print(`${media} objects are copied, and equal by size and SHA-256.`)
  print(`Writes have been stopped for ${(stoppedMs / 1000).toFixed(1)} s in this run, and stay so.`)
  print(
    'Now change these settings wherever the site, its workers and this command run, and restart all of them:',
  )
  if (to) print('  DATABASE_URL: what you gave as --to')
  if (storage) print(`  STORAGE_URL: ${storage.replace(/^disk:/, 'file:')}`)
  print(
    to
      ? 'The former database keeps refusing writes. To stay with it: npm run nagare -- move --reopen'
      : 'When all have restarted, or to stay with the former store: npm run nagare -- move --reopen',
  )
}
