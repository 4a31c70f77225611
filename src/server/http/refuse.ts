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

/** Answers with one of our error codes; `detail` is English, for API clients. */
export function refuse(
  exchange: Exchange,
  code: ErrorCode,
  extra: readonly string[] = [],
  detail = '',
): void {
  const message = detail ? `${ERROR_MESSAGES[code]} (${detail})` : ERROR_MESSAGES[code]
  const { status, headers, body } = refusal(exchange, ERROR_STATUS[code], {
    status: errorStatusText(code),
    message,
  })
  exchange.send(status, [...headers, ...extra], body)
}

/** Answers with a status of HTTP's own, such as 414. */
export function refuseStatus(exchange: Exchange, status: number, extra: readonly string[] = []): void {
  const message = STATUS_CODES[status] ?? 'Error'
  const name = message.toUpperCase().replaceAll(/[^A-Z]+/g, '_')
  const { headers, body } = refusal(exchange, status, { status: name, message })
  exchange.send(status, [...headers, ...extra], body)
}

function refusal({ id }: Exchange, status: number, error: { status: string; message: string }): Refusal {
  const body = JSON.stringify({ ...error, request_id: id })
  const headers = [
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store'],
    ...(error.status === errorStatusText('unavailable') ? ['Retry-After', '5'] : []),
    ...NO_CONTENT_POLICY,
  ]
  return { status, headers, body }
}
