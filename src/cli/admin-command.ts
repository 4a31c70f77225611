import { Argument, type Command } from 'commander'
import { areFactorsRequired, requireFactors } from '#server/accounts/factors/required-factors.ts'
import { createAdmin } from '#server/accounts/operator-accounts.ts'
import { CommandFailed, EXIT } from './exit-codes.ts'
import { print } from './print.ts'
import { readPassword } from './read-password.ts'
import { withDeps } from './with-deps.ts'

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
