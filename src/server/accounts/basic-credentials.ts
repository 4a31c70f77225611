import { AppError } from '#contract/errors.ts'

export interface Credentials {
  email: string
  password: string
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * Reads `Authorization: Basic`: base64 of UTF-8, split at the first colon, so a password may contain colons.
 * @throws AppError('signInRequired') without a header, 'badRequest' for another scheme or a malformed one
 */
export function basicCredentials(header: string | null): Credentials {
  if (header === null) throw new AppError('signInRequired')
  const text = utf8(BASIC.exec(header)?.[1])
  const colon = text?.indexOf(':') ?? -1
  const email = text?.slice(0, colon) ?? ''
  // PostgreSQL rejects NUL in text.
  if (!text || colon < 0 || /\p{Cc}/u.test(email))
    throw new AppError('badRequest', 'Authorization must be Basic, in UTF-8')
  return { email, password: text.slice(colon + 1) }
}

function utf8(base64: string | undefined): string | undefined {
  try {
    return (
      base64 &&
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
    )
  } catch {
    return undefined
  }
}
