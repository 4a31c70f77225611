import { type Command, Option } from 'commander'
import { AppError } from '#contract/errors.ts'
import type { SetLine } from '#contract/sets/sets.ts'
import { SET_KINDS, type SetKind } from '#domain/sets/set-kind.ts'
import { PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import type { Deps } from '#server/deps.ts'
import { deleteSet } from '#server/sets/change-set.ts'
import { findSet } from '#server/sets/find-set.ts'
import { listSets } from '#server/sets/list-sets.ts'
import { endPromotion, extendPromotion } from '#server/sets/promotion-expiry.ts'
import { CommandFailed, wholeNumber, withDeps } from './command.ts'
import { columns, counted, fitted, print, printTable } from './output.ts'

/** A set as `--json` prints it; without a URL, since the command line may not know the site's. */
type Line = Omit<SetLine, 'url'>

export function addSets(program: Command): void {
  const { min, max } = PROMOTION_DAYS
  const sets = program.command('sets').description('promotions and curated sets')
  sets
    .command('list')
    .description('list every set with its views, downloads and expiry')
    .option('--json', 'print as JSON', false)
    .action(({ json }: { json: boolean }) => withDeps((deps) => list(deps, json)))
  sets
    .command('extend')
    .argument('<name>', 'name of the promotion, as "sets list" shows it')
    .description('let a promotion last longer; one that has ended runs again')
    .requiredOption('--days <number>', `days from now, ${min} to ${max}`, wholeNumber(min, max))
    .action((name: string, { days }: { days: number }) => extend(name, days))
  sets
    .command('end')
    .argument('<name>', 'name of the set, as "sets list" shows it')
    .description('end a promotion now, its figures stay; delete a curated set')
    .addOption(new Option('--kind <kind>', 'where both have the name').choices(SET_KINDS))
    .action((name: string, { kind }: { kind?: SetKind }) => end(name, kind))
}

async function list(deps: Deps, json: boolean): Promise<void> {
  const lines = [...(await linesOf(deps, 'promotion')), ...(await linesOf(deps, 'collection'))]
  const now = deps.now()
  printTable(lines, { json, row: (line) => row(line, now), end: `${counted(lines.length, 'set')}.` })
}

async function linesOf(deps: Deps, kind: SetKind): Promise<Line[]> {
  const lines: Line[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await listSets(deps, { kind, offset })
    lines.push(...page.sets.map(({ url: _, ...line }) => line))
    offset = page.next_offset
  }
  return lines
}

function row({ kind, id, clips, views, downloads, expiry }: Line, now: Date): string {
  return columns(
    fitted(kind, 10),
    fitted(id, 40),
    counted(clips, 'clip').padStart(9),
    counted(views, 'view').padStart(12),
    counted(downloads, 'download').padStart(16),
    expiry ? `${Date.parse(expiry) > now.getTime() ? 'until' : 'ended'} ${expiry}` : '',
  )
}

function extend(name: string, days: number): Promise<void> {
  return withDeps(async (deps) => {
    const { expiry } = await extendPromotion(deps, 'cli', { name, days }).catch((error) => fail(name, error))
    print(`It lasts until ${expiry}.`)
  })
}

function end(name: string, wanted?: SetKind): Promise<void> {
  return withDeps(async (deps) => {
    const kind = wanted ?? (await kindOf(deps, name))
    if (kind === 'promotion') await endPromotion(deps, 'cli', name).catch((error) => fail(name, error))
    else
      await deleteSet(deps, kind, { set: name, by: 'cli' }).catch((error) => fail(name, error, 'curated set'))
    print(kind === 'promotion' ? 'It has ended.' : 'It is deleted.')
  })
}

/** The kind of the set with this name. @throws CommandFailed if both kinds have it */
async function kindOf(deps: Deps, name: string): Promise<SetKind> {
  if (!(await isThere(deps, 'collection', name))) return 'promotion'
  if (!(await isThere(deps, 'promotion', name))) return 'collection'
  throw new CommandFailed(
    `a promotion and a curated set are called "${name}"; say --kind promotion or --kind collection`,
  )
}

async function isThere(deps: Deps, kind: SetKind, name: string): Promise<boolean> {
  try {
    await findSet(deps, kind, name)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function fail(name: string, error: unknown, what = 'promotion'): never {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'setNotFound') throw new CommandFailed(`there is no ${what} "${name}"`)
  if (error.code === 'promotionEnded') throw new CommandFailed(`"${name}" has ended already`)
  if (error.code === 'badRequest') throw new CommandFailed(error.detail)
  throw error
}
