import type { SignedIn, User } from '#contract/accounts.ts'

/** What the browser keeps of a sign-in, under the key `auth` of its local storage. */
export interface AuthRecord extends User {
  /** The access token. */
  token: string
  refresh_token: string
  /** Life of the access token in seconds. */
  expires_in: number
  /** When the access token ends: milliseconds since 1970, by this browser's clock. */
  expiry_time: number
}

export function recordOf(
  { user, access_token, refresh_token, expires_in }: SignedIn,
  now: number,
): AuthRecord {
  const { id, name, membership, email } = user
  return {
    id,
    name,
    membership,
    email,
    token: access_token,
    refresh_token,
    expires_in,
    expiry_time: now + expires_in * 1000,
  }
}

/** Undefined for what is not a record: storage is open to extensions, old versions and people's own hands. */
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
