import type { Command } from 'commander'
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
      const created = await withDeps((deps) => createAdmin(deps, { email, name, password }))
      if (!created) throw new CommandFailed('there is an admin already')
      print('The admin account is made.')
    })
}

function checkPerson(email: string, name: string): void {
  if (!/^\S+@\S+$/.test(email)) throw new CommandFailed('--email is not an e-mail address', EXIT.usage)
  if ([...name.trim()].length < 2) throw new CommandFailed('--name needs at least two letters', EXIT.usage)
}
