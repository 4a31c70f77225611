import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchOptions } from './support/load/options.ts'

/** What `bench/NAME.ts` exports: measures, prints and keeps what it found. */
interface Bench {
  run(options: BenchOptions): Promise<void>
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))

// Everything that was started or written ends with the process (support/scratch.ts, support/serve.ts).
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
