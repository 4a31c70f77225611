import type { Command } from 'commander'
import { dropSetupCodes, hasAdmin } from '#server/setup/setup-code.ts'
import { setupAddress } from '#server/setup/setup-gate.ts'
import { CommandFailed, withDeps } from './command.ts'
import { print } from './output.ts'

export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('the first start of a shop')
    .command('code')
    .description('print a new code for /setup, for an hour; former ones no longer open it')
    .action(async () => {
      await withDeps(async (deps) => {
        if (await hasAdmin(deps.db)) throw new CommandFailed('there is an admin already')
        await dropSetupCodes(deps.db)
        const address = await setupAddress(deps)
        print(`Open ${address}\nCode: ${address.split('#')[1]}`)
      })
    })
}
