import type { Command } from 'commander'
import type { Health } from '#contract/studio/operation/health.ts'
import { healthCounts, healthText, healthTexts } from '#i18n/studio/health/texts.ts'
import { ConfigError, parseConfig } from '#server/config/config.ts'
import { checkHealth, withWrongSettings } from '#server/health/check-health.ts'
import { makeFolder } from '#server/make-folder.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { EXIT } from './command.ts'
import { columns, fitted, printable, printTable } from './output.ts'

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check everything that the shop needs, and say what to do; exit code 1 if something fails')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const all = await look()
      const t = healthTexts('en')
      printTable(all.checks, {
        ...{ json, all },
        row: (line) =>
          columns(
            fitted(t.states[line.state], 11),
            fitted(t.checks[line.name].name, 22),
            printable(healthText('en', line)),
          ),
        end: healthCounts('en', all.checks),
      })
      if (all.checks.some(({ state }) => state === 'failed')) process.exitCode = EXIT.failed
    })
}

/** As far as it gets: settings may be wrong, and database and store away. */
async function look(): Promise<Health> {
  try {
    const config = parseConfig(process.env)
    await makeFolder(config.dataDir).catch(() => {})
    // Every trouble becomes a line of its own.
    const deps = await openDeps({ ...config, logLevel: 'silent' }, undefined, { lenient: true })
    return await checkHealth(deps).finally(deps.close)
  } catch (error) {
    if (error instanceof ConfigError) return withWrongSettings(error.problems)
    throw error
  }
}
