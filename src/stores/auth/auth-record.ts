import type { SignedIn, User } from '#contract/accounts/accounts.ts'

/** A sign-in in local storage, under the key `auth`. */
export interface AuthRecord extends User {
  token: string
  refresh_token: string
  /** Life of the access token in seconds. */
  expires_in: number
  /** Expiry of the access token: milliseconds since 1970, by this browser's clock. */
  expiry_time: number
}

export function recordOf(
  { user, access_token, refresh_token, expires_in }: SignedIn,
  now: number,
): AuthRecord {
  const { id, name, membership, email, role } = user
  return {
    id,
    name,
    membership,
    email,
    ...(role && { role }),
    token: access_token,
    refresh_token,
    expires_in,
    expiry_time: now + expires_in * 1000,
  }
}

/** Undefined for anything invalid: extensions, old versions and people can write to storage. */
export function decodeRecord(stored: string): AuthRecord | undefined {
  try {
    const value = JSON.parse(stored)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: Record<string, unknown> | null): value is AuthRecord & Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'membership', 'email', 'token', 'refresh_token'].every(
      (key) => typeof value[key] === 'string',
    ) &&
    ['id', 'expires_in', 'expiry_time'].every((key) => typeof value[key] === 'number')
  )
}
