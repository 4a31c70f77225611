/** One line for whoever reads the result. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** One line for whoever watches the run. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
