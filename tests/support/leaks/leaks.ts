import { type Settings, secretsIn } from './secrets.ts'

/** A log line that held a secret. */
interface Leak {
  /** Names of the secrets. */
  secrets: string[]
  /** The line without the secrets. */
  message: string
}

const leaks: Leak[] = []

/** Looks for secrets in a log line and remembers them. */
export function watchLine(line: string, settings?: Settings): void {
  const { found, rest } = secretsIn(line, settings)
  if (found.length > 0) leaks.push({ secrets: found, message: rest.slice(0, 500) })
}

/** Leaks found since the last call. */
export function takeLeaks(): Leak[] {
  return leaks.splice(0)
}

/** @throws if a line held a secret, naming the line without the secret */
export function failOnLeaks(): void {
  const found = takeLeaks()
  if (found.length === 0) return
  const lines = found.slice(0, 10).map(({ secrets, message }) => `${secrets.join(', ')} in: ${message}`)
  throw new Error(`${found.length} lines of the log hold a secret:\n${lines.join('\n')}`)
}
