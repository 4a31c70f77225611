import type { Command } from 'commander'
import { removeAllFactors } from '#server/accounts/factors/change-factors.ts'
import { listFactors } from '#server/accounts/factors/list-factors.ts'
import type { Deps } from '#server/deps.ts'
import { findMember } from '#server/members/find-member.ts'
import { CommandFailed } from './exit-codes.ts'
import { print } from './print.ts'
import { printable } from './printable.ts'
import { withDeps } from './with-deps.ts'

/** `members factors`: for people who have lost passkeys, phone and recovery codes; also the admin's only way. */
export function addFactors(members: Command): void {
  members
    .command('factors')
    .argument('<who>', 'number of the account, or its e-mail address')
    .description('second factors of somebody’s sign-in')
    .option('--remove', 'remove them all: afterwards the password alone lets in', false)
    .action(factors)
}

async function factors(who: string, { remove }: { remove: boolean }): Promise<void> {
  await withDeps(async (deps) => {
    const id = await findMember(deps, who)
    if (!id) throw new CommandFailed(`there is no account ${printable(who)}`)
    if (!remove) return print((await lines(deps, id)).join('\n'))
    const removed = await removeAllFactors(deps, id)
    print(
      removed
        ? `The second factors of ${printable(who)} are removed. All its devices are signed out, and a mail tells so.`
        : `${printable(who)} has no second factor.`,
    )
  })
}

async function lines(deps: Deps, userId: number): Promise<string[]> {
  const { passkeys, app, recovery_codes } = await listFactors(deps, userId)
  const used = (last: string | null) => (last ? `last used ${last}` : 'never used')
  if (passkeys.length === 0 && !app) return ['No second factor.']
  return [
    ...passkeys.map((key) => `passkey  ${printable(key.name)}  since ${key.created}  ${used(key.last_used)}`),
    ...(app ? [`app  since ${app.created}  ${used(app.last_used)}`] : []),
    `${recovery_codes} recovery codes are left.`,
  ]
}
