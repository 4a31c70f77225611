import { ApiError, invalidRequest } from '../model/api-error.ts'
import { DAY } from '../model/calendar.ts'
import type { Reply } from './api.ts'

interface Use {
  fingerprint: string
  since: number
  answer?: Reply
}

/** Keeps the responses of keyed requests for a day, errors and 500s included, as Stripe does. */
export class IdempotencyKeys {
  readonly #uses = new Map<string, Use>()

  /**
   * @param fingerprint equal for the same call with the same parameters
   * @returns the saved response, or undefined if the caller must do the work and end it with `save` or `forget`
   */
  claim(key: string, fingerprint: string, now: number): Reply | undefined {
    if (key.length > 255) throw invalidRequest('Idempotency keys have up to 255 characters.')
    this.#forgetOld(now)
    const use = this.#uses.get(key)
    if (!use) {
      this.#uses.set(key, { fingerprint, since: now })
      return undefined
    }
    if (use.fingerprint !== fingerprint) throw mismatch(key)
    if (!use.answer) throw inFlight(key)
    return use.answer
  }

  save(key: string, answer: Reply): void {
    const use = this.#uses.get(key)
    if (use) use.answer = answer
  }

  /** Frees the key of a request that never started. */
  forget(key: string): void {
    this.#uses.delete(key)
  }

  #forgetOld(now: number): void {
    for (const [key, { since }] of this.#uses) {
      if (since > now - DAY) break
      this.#uses.delete(key)
    }
  }
}

function mismatch(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function inFlight(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try your request again later.`,
  })
}
