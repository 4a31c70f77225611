import type { Command } from 'commander'
import { migrateToLatest } from '#server/db/migrate.ts'
import { withDeps } from './command.ts'
import { print } from './output.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      const applied = await withDeps(({ db }) => migrateToLatest(db), { migrated: false })
      print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    })
}
