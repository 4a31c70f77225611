import { randomBytes } from 'node:crypto'

const SANE = /^[A-Za-z0-9._-]{8,64}$/

const process = randomBytes(6).toString('base64url')
let count = 0

/** Names a request in the answer, the log and error messages; unique over all processes. */
export function newRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}

/** The identifier that a trusted proxy gave, where it is one that may stand in a log. */
export function requestIdFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && SANE.test(header) ? header : undefined
}
