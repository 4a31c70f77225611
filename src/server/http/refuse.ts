import { STATUS_CODES } from 'node:http'
import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from './endpoint/error-status.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

/** Answers with one of our error codes; `detail` is English, for API clients. */
export function refuse(
  exchange: Exchange,
  code: ErrorCode,
  extra: readonly string[] = [],
  detail = '',
): void {
  const message = detail ? `${ERROR_MESSAGES[code]} (${detail})` : ERROR_MESSAGES[code]
  const later = code === 'unavailable' ? ['Retry-After', '5'] : []
  send(exchange, ERROR_STATUS[code], { status: errorStatusText(code), message }, [...later, ...extra])
}

/** Answers with a status of HTTP's own, such as 414. */
export function refuseStatus(exchange: Exchange, status: number, extra: readonly string[] = []): void {
  const message = STATUS_CODES[status] ?? 'Error'
  send(exchange, status, { status: message.toUpperCase().replaceAll(/[^A-Z]+/g, '_'), message }, extra)
}

function send(exchange: Exchange, status: number, error: object, headers: readonly string[]): void {
  const body = JSON.stringify({ ...error, request_id: exchange.id })
  const all = [
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store'],
    ...NO_CONTENT_POLICY,
    ...headers,
  ]
  exchange.send(status, all, body)
}
