import type Stripe from 'stripe'

/** Stripe's error object, without what the HTTP response adds. */
interface ErrorDetail {
  type: Stripe.RawErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
}

/** An error of Stripe's API, with Stripe's status and fields. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: ErrorDetail

  constructor(status: number, detail: ErrorDetail) {
    super(detail.message)
    this.status = status
    this.detail = detail
  }
}

export function invalidRequest(message: string, more: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/**
 * A missing object: 404 in a path, 400 in the parameter `param`. @param noun as in Stripe's messages, such as
 * `customer`
 */
export function noSuch(noun: string, id: string, param?: string): ApiError {
  return new ApiError(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param: param ?? 'id',
  })
}

/** The object with this id. @throws what noSuch() makes */
export function find<T>(objects: Map<string, T>, id: string, noun: string, param?: string): T {
  const found = objects.get(id)
  if (found === undefined) throw noSuch(noun, id, param)
  return found
}

export function cardDeclined(declineCode: string): ApiError {
  const message =
    declineCode === 'insufficient_funds' ? 'Your card has insufficient funds.' : 'Your card was declined.'
  return new ApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: declineCode,
    message,
  })
}
