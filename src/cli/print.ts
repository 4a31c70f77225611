/** Writes a line to standard output: results. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Writes a line to standard error: progress and problems. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}
