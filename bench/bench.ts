import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchOptions } from './support/load/options.ts'

/** Exported by `bench/NAME.ts`: measures, prints and saves the results. */
interface Bench {
  run(options: BenchOptions): Promise<void>
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))

// On exit, temporary files are deleted and servers ended (support/scratch.ts, support/serve.ts).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const [name = '', ...args] = process.argv.slice(2)
if (names.includes(name)) {
  const { values } = parseArgs({ args, strict: false })
  const { run }: Bench = await import(`./${name}.ts`)
  await run(values)
  process.exit(0)
}
console.error(`Usage: npm run bench -- NAME [--rounds=5] [--seconds=4]\nNAME is one of ${names.join(', ')}`)
process.exit(2)
