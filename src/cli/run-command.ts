import { Command, CommanderError } from 'commander'
import { ConfigError } from '#server/config/config.ts'
import { failureLine } from '#server/failure-line.ts'
import { ToolMissing } from '#server/ingest/tools.ts'
import { addAdmin } from './admin-command.ts'
import { addBackup, addCheck, addRestore } from './backup-commands.ts'
import { addBilling } from './billing-command.ts'
import { addClips } from './clips-command.ts'
import { CommandFailed, EXIT, EXIT_HELP } from './command.ts'
import { addDemo, addDev } from './demo/demo-commands.ts'
import { addDoctor } from './doctor-command.ts'
import { addIngest } from './ingest-command.ts'
import { addMembers } from './members-command.ts'
import { addMigrate } from './migrate-command.ts'
import { printError } from './output.ts'
import { addSearch } from './search-command.ts'
import { addSets } from './sets-command.ts'
import { addSetup } from './setup-command.ts'
import { addTesters } from './testers-command.ts'
import { addWorker } from './worker-command.ts'

const COMMANDS = [
  addMigrate,
  addBackup,
  addRestore,
  addCheck,
  addDoctor,
  addIngest,
  addWorker,
  addDemo,
  addDev,
  addSetup,
  addAdmin,
  addMembers,
  addBilling,
  addClips,
  addSearch,
  addSets,
  addTesters,
]

/** Runs one command and resolves with the exit code: `process.exitCode` if the command has set it. */
export async function runCommand(args: string[]): Promise<number> {
  const program = new Command('nagare')
    .description("The operator's command line of the site: npm run nagare -- <verb>")
    .showHelpAfterError('(see --help)')
  // Before the verbs are added, since they inherit it.
  program.exitOverride()
  for (const add of COMMANDS) add(program)
  for (const command of [program, ...leavesOf(program)]) command.addHelpText('after', EXIT_HELP)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? EXIT.ok)
  } catch (error) {
    return printFailure(error)
  }
}

/** The commands that do work; the others only group them. */
function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leavesOf(child) : [child]))
}

/** Prints one line per problem; a stack only for unexpected errors. Returns the exit code. */
function printFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof CommandFailed) {
    printError(`nagare: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof ConfigError) {
    for (const problem of error.problems) printError(`nagare: ${problem}`)
    return EXIT.usage
  }
  const line = error instanceof ToolMissing ? error.message : failureLine(error)
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  printError(`nagare: ${line ?? stack}`)
  return EXIT.failed
}
