import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'

/** 507 as the tus server throws it. */
export function noRoom(cause: unknown): Error {
  const status = errorStatusText('storageFull')
  const body = JSON.stringify({ status, message: ERROR_MESSAGES.storageFull, request_id: '' })
  return Object.assign(new Error('no room for an upload', { cause }), { status_code: 507, body })
}
