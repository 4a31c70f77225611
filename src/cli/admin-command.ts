import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Argument, type Command } from 'commander'
import { areFactorsRequired, requireFactors } from '#server/accounts/factors/required-factors.ts'
import { createAdmin } from '#server/accounts/operator-accounts.ts'
import { CommandFailed, EXIT, withDeps } from './command.ts'
import { print } from './output.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

interface AdminFlags {
  email: string
  name: string
  passwordStdin: boolean
}

export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('the account that may edit the catalogue')
  admin
    .command('create')
    .description('make the admin account (user id 1); there is only one')
    .requiredOption('--email <address>', 'e-mail to sign in with')
    .requiredOption('--name <name>', 'name shown in the header')
    .option('--password-stdin', 'read the password from standard input instead of asking', false)
    .action(async ({ email, name, passwordStdin }: AdminFlags) => {
      checkPerson(email, name)
      const password = await readPassword(passwordStdin)
      const created = await withDeps((deps) =>
        createAdmin(deps, { email, name, password }, { factors: true }),
      )
      if (!created) throw new CommandFailed('there is an admin already')
      print(
        'The admin account is made. The studio asks the admin and editors for a second factor; ' +
          '"admin second-factor optional" changes that.',
      )
    })
  admin
    .command('second-factor')
    .addArgument(new Argument('[choice]', 'without it, says what holds').choices(['required', 'optional']))
    .description('whether the studio is only for an admin and editors with a second factor')
    .action(secondFactor)
}

async function secondFactor(choice?: 'required' | 'optional'): Promise<void> {
  const required = await withDeps(async ({ db, now }) => {
    if (!choice) return areFactorsRequired(db)
    const chosen = { required: choice === 'required', at: now() }
    await db.transaction().execute((trx) => requireFactors(trx, chosen))
    return chosen.required
  })
  print(
    required
      ? 'Required: an admin or editor without a second factor is asked to set one up before using the studio.'
      : 'Optional: the studio lets an admin or editor in without a second factor.',
  )
}

function checkPerson(email: string, name: string): void {
  if (!/^\S+@\S+$/.test(email)) throw new CommandFailed('--email is not an e-mail address', EXIT.usage)
  if ([...name.trim()].length < 2) throw new CommandFailed('--name needs at least two letters', EXIT.usage)
}

/** Reads a password from standard input (first line), or asks for it twice without an echo. */
async function readPassword(fromStdin: boolean): Promise<string> {
  const password = fromStdin ? firstLine(await text(process.stdin)) : await askTwice()
  const length = [...password].length
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new CommandFailed(`a password has ${MIN_LENGTH} to ${MAX_LENGTH} characters`, EXIT.usage)
  return password
}

const firstLine = (input: string) => input.split(/\r?\n/, 1)[0] ?? ''

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandFailed('nobody to ask: use --password-stdin', EXIT.usage)
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Again: ')))
    throw new CommandFailed('the two passwords differ', EXIT.usage)
  return password
}

/** readline echoes to its output, so this output shows nothing. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
