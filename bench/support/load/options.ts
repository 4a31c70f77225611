/** `--name=value` and `--name` of the command line. */
export type BenchOptions = Readonly<Record<string, string | boolean | undefined>>

/** `--name=5`, or the fallback. @throws if it is not a positive number */
export function numberOption(options: BenchOptions, name: string, fallback: number): number {
  const given = options[name]
  if (given === undefined) return fallback
  const value = Number(given)
  if (typeof given === 'string' && value > 0) return value
  throw new Error(`--${name} must be a positive number`)
}

/** Number of rounds, and seconds per measurement. */
export function effort(options: BenchOptions): { rounds: number; seconds: number } {
  return { rounds: numberOption(options, 'rounds', 5), seconds: numberOption(options, 'seconds', 4) }
}
