import { STATUS_CODES } from 'node:http'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from './endpoint/error-status.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

interface Refusal {
  status: number
  /** Flat names and values. */
  headers: string[]
  body: string
}

/** Answers with one of our codes, and its words. */
export function refuse(exchange: Exchange, code: ErrorCode, headers: readonly string[] = []): void {
  const refusal = refusalOf(exchange, code)
  exchange.send(refusal.status, [...refusal.headers, ...headers], refusal.body)
}

/** Answers with a status that HTTP itself asks for, such as 414. */
export function refuseStatus(exchange: Exchange, status: number, headers: readonly string[] = []): void {
  const message = STATUS_CODES[status] ?? 'Error'
  const refusal = errorAnswer(exchange, status, {
    status: message.toUpperCase().replaceAll(/[^A-Z]+/g, '_'),
    message,
  })
  exchange.send(status, [...refusal.headers, ...headers], refusal.body)
}

/** The same as `refuse` sends, for who has to send it in another way. */
export function refusalOf(exchange: Exchange, code: ErrorCode): Refusal {
  return errorAnswer(exchange, ERROR_STATUS[code], {
    status: errorStatusText(code),
    message: ERROR_MESSAGES[code],
  })
}

function errorAnswer({ id }: Exchange, status: number, error: { status: string; message: string }): Refusal {
  const body = JSON.stringify({ ...error, request_id: id })
  const headers = [
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store'],
    ...NO_CONTENT_POLICY,
  ]
  return { status, headers, body }
}
