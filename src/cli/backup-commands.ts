import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { checkLibrary, type Problem } from '#server/backup/check/check-library.ts'
import { BackupDamaged, DatabaseDamaged } from '#server/backup/damage/damage.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { type Proof, proveBackup } from '#server/backup/restore/prove-backup.ts'
import { RestoreRefused, restoreBackup } from '#server/backup/restore/restore-backup.ts'
import { listBackups } from '#server/backup/target/backup-files.ts'
import { TargetTaken } from '#server/backup/target/hold-target.ts'
import { type Config, operatorEnvironment, parseConfig, storageAt } from '#server/config/config.ts'
import { isDamaged } from '#server/db/database-error.ts'
import { makeFolder } from '#server/make-folder.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { CommandFailed, EXIT, endingWithParent, interruptible, wholeNumber, withDeps } from './command.ts'
import { counted, print, printError } from './output.ts'

const TARGET = 'a folder, or s3://BUCKET/PREFIX?region=…&endpoint=…; BACKUP_TARGET by default'

/** Most missing files that `backup` lists. */
const MOST_NAMED = 20

interface BackupFlags {
  keep?: number
  list: boolean
  prove: boolean
  untilParentEnds: boolean
}

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('copy the database and what is new of the media, while the site lives')
    .argument('[target]', TARGET)
    .option('--keep <number>', 'backups to keep; BACKUP_KEEP by default', wholeNumber(1, 10_000))
    .option('--list', 'list the backups instead', false)
    .option(
      '--prove',
      'restore the newest backup into a temporary place instead, to see that it can be',
      false,
    )
    // For the server's own backups: when the server dies in any way, the pipe ends.
    .addOption(new Option('--until-parent-ends').default(false).hideHelp())
    .action(async (place: string | undefined, { keep, list, prove, untilParentEnds }: BackupFlags) => {
      if (list) return printBackups(await openTarget(operatorConfig(), place))
      const work = () =>
        safely((signal) =>
          withDeps(async (deps, config) => {
            const target = await openTarget(config, place)
            if (prove) {
              const { database } = config
              return printProof(await proveBackup(deps, target, { database, signal, say: printError }))
            }
            printMade(await makeBackup(deps, target, { keep: keep ?? config.backup.keep, signal }))
          }),
        )
      await (untilParentEnds ? endingWithParent(work) : work())
    })
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into the empty database and store of the settings; run it again to go on')
    .argument('[target]', TARGET)
    .option(
      '--at <time>',
      'the last backup up to then, such as 2026-11-22 or 2026-11-22T03:00; else the latest',
    )
    .option(
      '--keep-files',
      'the store may have files: those that the backup names are used as they are',
      false,
    )
    .action(async (place: string | undefined, { at, keepFiles }: { at?: string; keepFiles: boolean }) => {
      const config = operatorConfig()
      await safely(async (signal) => {
        const target = await openTarget(config, place)
        const { dataDir, database } = config
        const storage = await openStorage(config.storage, { keys: config.mediaKeys, now: () => new Date() })
        const options = { at, keepFiles, signal, say: printError }
        const { manifest, lost } = await restoreBackup({ dataDir, database, storage }, target, options)
        for (const key of lost) print(`lost: ${key}`)
        print(`Restored ${manifest.id}: the database and ${manifest.media.objects - lost.length} objects.`)
        print('Start the site with the MEDIA_KEYS that it had: they open the secrets of authenticator apps.')
        if (lost.length > 0) process.exitCode = EXIT.refused
      })
    })
}

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('compare database and media: what is missing, corrupt, orphaned or half-made')
    .argument('[target]', `backups to compare every byte with, and to repair from: ${TARGET}`)
    .option('--repair', 'repair what can be repaired', false)
    .action((place: string | undefined, { repair }: { repair: boolean }) =>
      safely((signal) =>
        withDeps(async (deps, config) => {
          const target = place || config.backup.target ? await openTarget(config, place) : undefined
          const counts = new Map<string, number>()
          const onProblem = (problem: Problem) => {
            counts.set(problem.kind, (counts.get(problem.kind) ?? 0) + 1)
            print(lineOf(problem))
          }
          const left = await checkLibrary(deps, { target, repair, signal, onProblem })
          const found = [...counts].map(([kind, count]) => `${count} ${NAMES[kind as Problem['kind']]}`)
          print(found.length > 0 ? `${found.join(', ')}; ${left} left.` : 'Nothing is wrong.')
          if (!target) print('Bytes were not compared: give a backup to compare them with.')
          if (left > 0) process.exitCode = EXIT.refused
        }).catch(printUnreadable),
      ),
    )
}

/** Not even the first page can be read. */
function printUnreadable(error: unknown): void {
  if (!isDamaged(error)) throw error
  print(lineOf({ kind: 'database', what: (error as Error).message, repaired: false }))
  process.exitCode = EXIT.refused
}

const NAMES = {
  missing: 'missing',
  corrupt: 'corrupt',
  orphaned: 'orphaned',
  halfMade: 'half-made',
  database: 'in the database',
}

function lineOf({ kind, what, owner, repaired }: Problem): string {
  return `${NAMES[kind]}: ${what}${owner ? ` (${owner})` : ''}${repaired ? ', repaired' : ` – ${ADVICE[kind]}`}`
}

const ADVICE = {
  missing: '--repair takes it from a backup; else render the clip again in the studio, or remove it',
  corrupt: '--repair takes it from a backup; else render the clip again in the studio, or remove it',
  orphaned: '--repair deletes it',
  halfMade: '--repair indexes and hides; a clip without media has to come back from a backup',
  database: 'cannot be repaired: restore a backup',
}

const operatorConfig = () => parseConfig(operatorEnvironment(process.env))

async function openTarget({ backup, mediaKeys, storage }: Config, place?: string): Promise<Storage> {
  const config = place ? storageAt(place) : backup.target
  if (!config) throw new CommandFailed('give a target, or set BACKUP_TARGET', EXIT.usage)
  if (config.driver === 'disk') {
    const inside = (folder: string) =>
      storage.driver === 'disk' && `${folder}/`.startsWith(`${resolve(storage.root)}/`)
    if (inside(resolve(config.root)))
      throw new CommandFailed('the target lies in the media: give another folder')
    await makeFolder(config.root)
  }
  return openStorage(config, { keys: mediaKeys, now: () => new Date() })
}

async function printBackups(target: Storage): Promise<void> {
  const { complete, damaged, unfinished } = await listBackups(target)
  for (const id of [...complete, ...damaged].sort()) print(`${id}${damaged.includes(id) ? ' damaged' : ''}`)
  const others = [
    ...(damaged.length > 0 ? [`, ${damaged.length} damaged`] : []),
    ...(unfinished.length > 0 ? [`, ${unfinished.length} unfinished`] : []),
  ]
  print(`${counted(complete.length, 'backup')}${others.join('')}.`)
}

function printProof({ manifest, into, read }: Proof): void {
  const engine = into === 'postgres' ? 'PostgreSQL' : 'SQLite'
  print(`Backup ${manifest.id} can be restored: its database was, into ${engine} and away again; all of its`)
  print(`${manifest.media.objects} objects are there, and the bytes of ${read} of them are right.`)
}

function printMade({ manifest, copied, pruned }: Awaited<ReturnType<typeof makeBackup>>): void {
  const { id, media, database, missing } = manifest
  for (const key of missing.slice(0, MOST_NAMED)) print(`missing in the store: ${key}`)
  if (missing.length > MOST_NAMED)
    print(`and ${missing.length - MOST_NAMED} more, in the manifest: \`nagare check\` names them all`)
  print(
    `Backup ${id}: database ${database.bytes} bytes, ${counted(media.objects, 'object')}, ${copied} of them copied now.`,
  )
  if (pruned.backups > 0)
    print(
      `Deleted: ${counted(pruned.backups, 'old backup')}, with ${counted(pruned.objects, 'object')} that no other needs.`,
    )
  print('Keep MEDIA_KEYS elsewhere: it is not in the backup, and the secrets of authenticator apps need it.')
  if (missing.length > 0) process.exitCode = EXIT.refused
}

/** Turns the ends that an operator can do something about into a line. */
async function safely(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await interruptible((signal) => work(signal).catch((error) => fail(signal, error)))
}

function fail(signal: AbortSignal, error: unknown): never {
  if (signal.aborted) throw new CommandFailed('interrupted; run it again to go on', EXIT.interrupted)
  if (error instanceof DatabaseDamaged)
    throw new CommandFailed(
      `the database is damaged (${error.message}): its copy is kept apart, and good backups stay. Restore the last one`,
      EXIT.damaged,
    )
  if (error instanceof BackupDamaged) throw new CommandFailed(error.message, EXIT.damaged)
  if (error instanceof RestoreRefused || error instanceof TargetTaken) throw new CommandFailed(error.message)
  throw error
}
