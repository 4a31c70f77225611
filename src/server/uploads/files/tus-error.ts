import { ERROR_MESSAGES, errorStatusText } from '#contract/error-messages.ts'

/** Statuses of temporary failures; others are 500, as the tus server answers. */
const STATUS = { storageFull: 507, unavailable: 503 } as const

/** A failure in the form that the tus server throws. */
export function tusError(code: keyof typeof STATUS, cause: unknown): Error {
  const body = JSON.stringify({
    status: errorStatusText(code),
    message: ERROR_MESSAGES[code],
    request_id: '',
  })
  return Object.assign(new Error(ERROR_MESSAGES[code], { cause }), { status_code: STATUS[code], body })
}

/** The disk is full. */
export const noRoom = (cause: unknown) => tusError('storageFull', cause)
