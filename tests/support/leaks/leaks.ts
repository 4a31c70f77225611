import { type Settings, secretsIn } from './secrets.ts'

/** A line of a log that held a secret. */
interface Leak {
  /** What it was. */
  secrets: string[]
  /** What the line says, without it. */
  message: string
}

const leaks: Leak[] = []

/** Looks for secrets in a line of a log, and remembers what it finds. */
export function watchLine(line: string, settings?: Settings): void {
  const { found, rest } = secretsIn(line, settings)
  if (found.length > 0) leaks.push({ secrets: found, message: rest.slice(0, 500) })
}

/** What was found since this was last asked. */
export function takeLeaks(): Leak[] {
  return leaks.splice(0)
}

/** @throws naming the lines that held a secret, without the secret */
export function failOnLeaks(): void {
  const found = takeLeaks()
  if (found.length === 0) return
  const lines = found.slice(0, 10).map(({ secrets, message }) => `${secrets.join(', ')} in: ${message}`)
  throw new Error(`${found.length} lines of the log hold a secret:\n${lines.join('\n')}`)
}
